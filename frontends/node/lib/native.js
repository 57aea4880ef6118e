// native.js - loads the addon: from a build of this tree, or a prebuilt one for this platform.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const platform = `${process.platform}-${process.arch}`;
const root = path.join(__dirname, '..');
const places = [
  process.env.LIBWEIR_ADDON,
  path.join(root, 'build', 'weir.node'),
  path.join(root, 'prebuilds', platform, 'weir.node'),
].filter(Boolean);

const found = places.find((place) => fs.existsSync(place));
if (found === undefined) {
  throw new Error(
    `libweir: there is no addon for ${platform}; build it with: npm run build -- --weir FOLDER` +
      ' (the folder of libweir.so), or set LIBWEIR_ADDON to the file weir.node',
  );
}

module.exports = require(path.resolve(found));
