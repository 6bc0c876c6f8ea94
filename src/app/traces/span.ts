/** One thing that took time, and how OTLP/HTTP writes it as JSON (opentelemetry-proto, trace.proto). */

export type Span = {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string | undefined;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly failed?: boolean | undefined;
  /** Ids, counts and our own words; never a phone, an address, a text or a URL. */
  readonly facts: Readonly<Record<string, string | number>>;
};

const kinds: Readonly<Record<Span['kind'], number>> = { internal: 1, server: 2, client: 3 };
const statusError = 2;

export function writeSpans(spans: readonly Span[], version: string): string {
  const resource = {
    attributes: attributesOf({ 'service.name': 'parley', 'service.version': version }),
  };
  const scopeSpans = [{ scope: { name: 'parley' }, spans: spans.map((span) => fieldsOf(span)) }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function fieldsOf(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentId,
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(Math.max(span.startedAtMs, span.endedAtMs)),
    attributes: attributesOf(span.facts),
    status: span.failed === true ? { code: statusError } : {},
  };
}

/** Beyond what a number holds exactly: 64 bits are texts in protobuf's JSON. */
function nanoseconds(atMs: number): string {
  return `${Math.round(atMs)}000000`;
}

function attributesOf(facts: Span['facts']): readonly object[] {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}
