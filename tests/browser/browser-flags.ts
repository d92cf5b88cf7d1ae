/** How the browser of the tests is started: nothing of its own, and no page before it is wanted. */

/**
 * Each window of Chromium prepares the pop-up of its address bar, a page of its own that takes as long as ours: without it a
 * context costs a third less.
 */
const POP_UPS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'];

/** Chromium starts a process ahead for the next page that may be opened, which costs as much as the one that is. */
const AHEAD = ['SpareRendererForSitePerProcess'];

/** What Playwright switches off itself, as far as it matters here: of two switches with one name the last counts. */
const OFF_ALREADY = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--single-threaded',
  `--disable-features=${[...OFF_ALREADY, ...POP_UPS, ...AHEAD].join(',')}`,
];
