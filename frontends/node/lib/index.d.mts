// SPDX-License-Identifier: Apache-2.0
export * from './index.js';
import * as weir from './index.js';
export default weir;
