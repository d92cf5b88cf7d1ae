// The build script is plain JavaScript; this is its face towards the tests.
export { bundleRelay } from '../../../relay/boot/build.mjs';
export { ROOT } from '../../../relay/boot/install.mjs';
export { readNotices } from '../../../relay/boot/notices.mjs';
export { ruleParts } from '../../../relay/boot/rule-parts.mjs';
