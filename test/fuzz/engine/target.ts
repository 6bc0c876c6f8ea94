/** What a fuzzer feeds: a decoder in this process. */

export type Protocol =
  | 'smpp'
  | 'sip'
  | 'rtp'
  | 'http'
  | 'webhooks'
  | 'smtp'
  | 'mail'
  | 'dns'
  | 'values';

export type Target = {
  /** Of the file, and of the folder of its corpus. */
  readonly name: string;
  readonly protocol: Protocol;
  /** Good inputs, small ones. */
  readonly seeds: readonly Buffer[];
  /** Longer inputs are cut. */
  readonly bytesMax?: number;
  /** May refuse in any way that it declares; what it throws is a fault. */
  readonly read: (octets: Buffer) => unknown;
};

export function latin1(...texts: readonly string[]): readonly Buffer[] {
  return texts.map((text) => Buffer.from(text, 'latin1'));
}
