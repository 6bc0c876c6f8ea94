/** What the inspector answers: well, or in one of the ways in which receivers fail. */

export const inspectorFaults = [
  'none',
  'silent',
  'drip',
  'reset-before',
  'reset-inside',
  'reset-after',
] as const;

export type InspectorFault = (typeof inspectorFaults)[number];

export type InspectorAnswer = {
  readonly status: number;
  readonly fault: InspectorFault;
  readonly delayMs: number;
  readonly retryAfterS: number | null;
  readonly location: string | null;
  /** Of so many requests; then it answers well again. Null: until something else is said. */
  readonly times: number | null;
  /** Tells one order from the next that says the same. */
  readonly orderedAtMs: number;
};

export const wellAnswered: InspectorAnswer = {
  status: 200,
  fault: 'none',
  delayMs: 0,
  retryAfterS: null,
  location: null,
  times: null,
  orderedAtMs: 0,
};

/** Where it stands among the settings: it outlives the process, and every process reads it. */
export const inspectorSetting = 'inspector.answer';

/** Well for what this version did not write. */
export function parseInspectorAnswer(written: string | undefined): InspectorAnswer {
  if (written === undefined) return wellAnswered;
  return { ...wellAnswered, ...(JSON.parse(written) as Partial<InspectorAnswer>) };
}

export function describeAnswer(answer: Omit<InspectorAnswer, 'orderedAtMs'>): string {
  const { status, fault, delayMs, retryAfterS, location } = answer;
  const parts = [
    ...(delayMs === 0 ? [] : [`after ${delayMs / 1_000} s`]),
    ...(isAnswered(fault) ? [`status ${status}`] : []),
    ...(retryAfterS === null ? [] : [`Retry-After ${retryAfterS}`]),
    ...(location === null ? [] : [`Location ${location}`]),
    ...(fault === 'none' ? [] : [fault]),
  ];
  return parts.join(', ');
}

/** Whether a status line goes out. */
function isAnswered(fault: InspectorFault): boolean {
  return fault !== 'silent' && fault !== 'reset-before';
}
