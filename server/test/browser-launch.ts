// Chromium refuses to run as root inside its sandbox.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The browser of journeys and benchmarks: an installed Chrome or Chromium, drawing by the processor. */
export const browserLaunch = {
  executablePath: process.env.ALLCLEAR_BROWSER || '/usr/bin/chromium',
  args: [
    ...asRoot,
    // MapLibre needs WebGL; machines that test have no graphics card.
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Only the maps need WebGL: pages that were put together by it as well would cost ten times the processor time.
    '--disable-gpu-compositing',
    // Letters have the same shapes with and without windows, so that pictures compare.
    '--font-render-hinting=none',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** The same, by a browser that can show notifications: one without windows refuses them. */
export const notifyingBrowserLaunch = {
  ...browserLaunch,
  executablePath: process.env.ALLCLEAR_NOTIFYING_BROWSER || '/usr/bin/chromium',
};
