/** `traceparent` of who asks (W3C Trace Context, §3.2): whose trace goes on here, and whether it is recorded. */
import { keptKey } from '#core/kept-key.ts';

export type TraceContext = {
  readonly traceId: string;
  readonly parentId: string;
  readonly isSampled: boolean;
};

const form =
  /^(?<version>[\da-f]{2})-(?<trace>[\da-f]{32})-(?<parent>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/;

/** Undefined for what is none: the trace then begins here. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const groups = header === undefined ? undefined : form.exec(header.trim())?.groups;
  if (groups === undefined) return undefined;
  const { version = '', trace = '', parent = '', flags = '', more } = groups;
  // §3.2.2.1: ff is forbidden, and only a later version may have more fields.
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(trace) || /^0+$/.test(parent)) return undefined;
  return {
    traceId: keptKey(trace),
    parentId: keptKey(parent),
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
  };
}
