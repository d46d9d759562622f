/** Chromium's switches beyond Playwright's own: no calls home, and no processes but those of the pages. */

/** Switched off by Playwright 1.65.1. Chromium obeys only the last such list; a test compares this one with Playwright's. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Each context is a window with an address bar, which costs two pages of Chromium's own. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** A spare renderer ends unused with its context. */
const RESERVE = ['SpareRendererForSitePerProcess'];

export const SWITCHES = [
  '--disable-gpu',
  '--disable-quic',
  // A page of 60 foreign frames took 60 processes. A visit holds no secret that one frame could read of another.
  '--disable-site-isolation-trials',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Components are still fetched on demand; the guard blocks this name.
  '--component-updater=url-source=http://localhost/',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, ...RESERVE].join(',')}`,
];
