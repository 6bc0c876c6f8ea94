/** Who follows a link or loads an image: a person, somebody's server at a person's wish, or a machine. */

export type Reader = {
  /** `proxy`: a provider that loads images when its user reads. `machine`: nobody has read anything. */
  readonly by: 'person' | 'proxy' | 'machine';
};

export type Visit = {
  readonly method: string;
  readonly userAgent: string;
  /** Undefined where it is not known that the mail was sent. */
  readonly sinceSentMs: number | undefined;
};

/** Providers that load an image when it is looked at. */
const proxies = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|OutlookMobileCloud/i;

/** What looks at links before people do, or instead of them. */
const machines =
  /bot\b|crawl|spider|scan|preview|safelinks|barracuda|proofpoint|mimecast|fireeye|forcepoint|symantec|trendmicro|sophos|cloudmark|curl\/|wget\/|python|go-http-client|java\/|libwww|headlesschrome|okhttp|axios|node-fetch/i;

/** Apple loads all images as soon as mail arrives, with nothing but this. */
const bare = /^Mozilla\/5\.0$/;

/** Nobody opens a mail and follows a link of it in this time; what checks mail on its way does. */
const tooSoonMs = 2_000;

export function readerOf({ method, userAgent, sinceSentMs }: Visit): Reader['by'] {
  if (method === 'HEAD' || userAgent === '' || bare.test(userAgent)) return 'machine';
  if (proxies.test(userAgent)) return 'proxy';
  if (machines.test(userAgent)) return 'machine';
  return sinceSentMs === undefined || sinceSentMs < tooSoonMs ? 'machine' : 'person';
}
