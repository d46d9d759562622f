/** How Chromium is started beyond what Playwright says: it calls nobody, and starts no process but those of the pages. */

/**
 * Playwright 1.65.1 switches these off, and of two lists Chromium heeds the last alone. A test holds this one against
 * what Playwright says.
 */
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

/** A context of its own is a window of its own, with an address bar that nobody types into: two pages of Chromium's. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** A renderer in reserve ends with the context that it was kept for. */
const RESERVE = ['SpareRendererForSitePerProcess'];

export const SWITCHES = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Components are fetched on demand even so; a name that the guard never lets out keeps it from calling home.
  '--component-updater=url-source=http://localhost/',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, ...RESERVE].join(',')}`,
];
