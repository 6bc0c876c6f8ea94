/** The stages of a send, and to which of them a sample of V8's profiler belongs. */

/** From the function that ran to the outermost one. */
export type Frame = { readonly name: string; readonly url: string };

export const commitStage = 'writer: begin and commit';

/** The first that fits a frame, from the innermost frame outwards. Folders without a line belong to their callers. */
const stages: readonly (readonly [string, RegExp])[] = [
  ['HTTP in: heads, bodies, replies', /\/src\/api\/(?:http|api-server)/],
  ['request: parameters, key, answer', /\/src\/(?:api|accounts\/(?!limits))/],
  ['webhook out: HTTP client', /\/src\/webhooks\/http\//],
  ['webhook out: lanes, signature, attempt', /\/src\/webhooks\//],
  ['SMPP: PDUs and sockets', /\/src\/sms\/smpp\//],
  ['receipts and events', /\/src\/sms\/(?:receipts|report|inbound)/],
  ['submits: lanes, pace, answers', /\/src\/sms\/(?:links|sms-engine|facts)/],
  ['judging and drafting', /\/src\/(?:sms|accounts\/limits)\//],
  ['writer: batch read and answered', /\/src\/storage\/sqlite\/writer\.ts/],
  [commitStage, /\/src\/storage\/sqlite\/writer-connection/],
  ['storage: batch to the writer and back', /\/src\/storage\/sqlite\/writer-client/],
  ['storage: rows read, arguments, statements', /\/src\/storage\//],
  ['followers of commits: metrics, pages, traces', /\/src\/app\//],
  ['start', /\/src\/(?:main|app|config|cli)|node:internal\/modules/],
];

const withoutProgram: readonly (readonly [string, RegExp])[] = [
  ['HTTP in: heads, bodies, replies', /^node:_http/],
  ['start', /^node:internal\/(?:modules|process\/esm|bootstrap|main)/],
  ['Node: sockets, promises and timers of no stage', /^node:/],
];

export function stageOf(stack: readonly Frame[]): string {
  const [innermost] = stack;
  if (innermost?.name === '(garbage collector)') return 'garbage collection';
  if (innermost?.name === '(program)') return 'native code of no stage';
  return find(stages, stack) ?? find(withoutProgram, stack) ?? 'other';
}

function find(
  among: readonly (readonly [string, RegExp])[],
  stack: readonly Frame[],
): string | undefined {
  for (const { url } of stack) {
    const stage = among.find(([, fits]) => fits.test(url));
    if (stage !== undefined) return stage[0];
  }
  return undefined;
}

type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** In µs by the clock. */
export type StageTimes = ReadonlyMap<string, number>;

/** Where a thread was found while it was not idle. */
export function stageTimes({ nodes, samples, timeDeltas }: Profile): StageTimes {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const frames = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [id, { name: functionName, url }]),
  );
  const stackOf = (leaf: number): readonly Frame[] => {
    const stack: Frame[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const frame = frames.get(id);
      if (frame !== undefined) stack.push(frame);
    }
    return stack;
  };
  const stageOfNode = new Map(nodes.map(({ id }) => [id, stageOf(stackOf(id))]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    if (frames.get(id)?.name === '(idle)') continue;
    const stage = stageOfNode.get(id) ?? 'other';
    times.set(stage, (times.get(stage) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return times;
}
