/** Describes a user agent; product names are the same in every language. */
export interface Agent {
  /** 'Chrome'; null for an unknown browser. */
  browser: string | null;
  /** 'Windows'; null if unknown. */
  system: string | null;
  kind: 'computer' | 'phone' | 'tablet' | 'program';
}

// The order matters: most browsers also name the ones they derive from.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (list: readonly [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Parses a User-Agent header; a guess, good enough for a list of sessions. */
export function describeAgent(userAgent: string | null): Agent {
  const text = userAgent ?? '';
  const browser = named(browsers, text);
  const system = named(systems, text);
  if (!browser) return { browser, system, kind: 'program' };
  if (/\biPad\b|\bTablet\b/.test(text) || (system === 'Android' && !/\bMobile\b/.test(text)))
    return { browser, system, kind: 'tablet' };
  return { browser, system, kind: /\bMobile\b|\biPhone\b/.test(text) ? 'phone' : 'computer' };
}
