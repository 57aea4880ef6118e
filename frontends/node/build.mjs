// build.mjs - compiles the addon with the C compiler: no node-gyp, no headers from the network.
//
//   node build.mjs [--weir FOLDER] [--include FOLDER] [--out FILE] [--unless-prebuilt]
//
// --weir has libweir.so, --include has weir/weir.h; without them pkg-config is asked.  The headers of Node-API are those of
// the running Node, if it has them, or of the package node-api-headers.  The compiler is $CC or cc, with $CFLAGS.
//
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const home = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    weir: { type: 'string' },
    include: { type: 'string' },
    out: { type: 'string' },
    'unless-prebuilt': { type: 'boolean' },
  },
});

function packaged(what) {
  try {
    return execFileSync('pkg-config', [`--variable=${what}`, 'weir'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function nodeHeaders() {
  const places = [path.join(path.dirname(process.execPath), '../include/node'), '/usr/include/nodejs/src'];
  try {
    places.push(path.join(path.dirname(createRequire(import.meta.url).resolve('node-api-headers/package.json')), 'include'));
  } catch {
    // not installed: Node's own headers must do
  }
  return places.find((place) => existsSync(path.join(place, 'node_api.h')));
}

function fail(message) {
  console.error(`build.mjs: ${message}`);
  process.exit(1);
}

function words(text) {
  return (text ?? '').split(/\s+/).filter(Boolean);
}

const prebuilt = path.join(home, 'prebuilds', `${process.platform}-${process.arch}`, 'weir.node');
if (options['unless-prebuilt'] && (existsSync(prebuilt) || existsSync(path.join(home, 'build', 'weir.node')))) process.exit(0);

const library = path.resolve(options.weir ?? packaged('libdir'));
const tree = path.join(home, '../../include');
const include = options.include ?? (existsSync(path.join(tree, 'weir/weir.h')) ? tree : packaged('includedir'));
const headers = nodeHeaders();
if (!existsSync(path.join(library, 'libweir.so'))) fail('there is no libweir.so; give its folder with --weir');
if (!existsSync(path.join(include, 'weir/weir.h'))) fail('there is no weir/weir.h; give the folder above it with --include');
if (headers === undefined) fail('there is no node_api.h; install the package node-api-headers');

const out = path.resolve(options.out ?? path.join(home, 'build', 'weir.node'));
const source = path.join(home, 'src');
const files = readdirSync(source).filter((name) => name.endsWith('.c')).sort().map((name) => path.join(source, name));
mkdirSync(path.dirname(out), { recursive: true });
execFileSync(
  process.env.CC ?? 'cc',
  [
    ...['-std=c11', '-D_GNU_SOURCE', '-O2', '-fPIC', '-shared', '-pthread', '-fvisibility=hidden', '-Wall', '-Wextra'],
    ...words(process.env.CFLAGS),
    `-I${headers}`,
    `-I${include}`,
    ...files,
    ...['-o', out, `-L${library}`, '-lweir', `-Wl,-rpath,$ORIGIN:${library}`],
    '-Wl,-z,nodelete', // Node unloads an addon when its last thread ends, but the library's threads go on
    ...words(process.env.LDFLAGS),
  ],
  { stdio: 'inherit' },
);
