/** The phones that can be called behind the built-in trunk: the number decides what one does with a call. */

export type Speech = 'tone' | 'echo' | 'nothing' | 'keys';

export type CalledPlan =
  /** With the SIP status of a person's answer, or of the network's. */
  | { readonly kind: 'refuse'; readonly status: number }
  | { readonly kind: 'ring for ever' }
  | {
      readonly kind: 'answer';
      readonly afterMs: number;
      /** Whether it is heard while it still rings. */
      readonly isEarly: boolean;
      readonly says: Speech;
      /** Since the answer; undefined leaves that to the caller. */
      readonly hangUpAfterMs: number | undefined;
    };

type Answering = Extract<CalledPlan, { readonly kind: 'answer' }>;

export type CalledPhone = {
  readonly number: string;
  readonly description: string;
  readonly plan: CalledPlan;
};

function answer(afterMs: number, says: Speech, change: Partial<Answering> = {}): CalledPlan {
  return { kind: 'answer', afterMs, isEarly: false, says, hangUpAfterMs: undefined, ...change };
}

function refuse(status: number): CalledPlan {
  return { kind: 'refuse', status };
}

const soonMs = 1_000;

/** A number that is not in the table. */
export const ordinaryPhone: CalledPlan = answer(soonMs, 'tone');

/** The last two digits, what happens, and how. */
const rows: readonly (readonly [string, string, CalledPlan])[] = [
  ['01', 'Answers after 10 seconds and says a tone.', answer(10_000, 'tone')],
  ['02', 'Answers and repeats what it hears.', answer(soonMs, 'echo')],
  ['03', 'Answers and says nothing.', answer(soonMs, 'nothing')],
  [
    '04',
    'Answers, says a tone and hangs up after 5 seconds.',
    answer(soonMs, 'tone', { hangUpAfterMs: 5_000 }),
  ],
  [
    '05',
    'Says a tone while it rings, and answers after 5 seconds.',
    answer(5_000, 'tone', { isEarly: true }),
  ],
  ['06', 'Answers, presses 1 2 3 # and hangs up.', answer(soonMs, 'keys')],
  ['10', 'Is busy: 486.', refuse(486)],
  ['11', 'Declines: 603.', refuse(603)],
  ['12', 'Is switched off: 480.', refuse(480)],
  ['13', 'Does not exist: 404.', refuse(404)],
  ['14', 'Rings for ever.', { kind: 'ring for ever' }],
  ['15', 'The network in front of it fails: 500.', refuse(500)],
];

const prefix = '336399802';

/** For people: what `parley simulator numbers` prints of calls. */
export const calledPhones: readonly CalledPhone[] = [
  {
    number: `+${prefix}00`,
    description:
      'Answers after a second and says a tone, as does any number for films and examples not listed here.',
    plan: ordinaryPhone,
  },
  ...rows.map(([digits, description, plan]) => ({
    number: `+${prefix}${digits}`,
    description,
    plan,
  })),
];

const plans = new Map(calledPhones.map(({ number, plan }) => [number.slice(1), plan]));

/** `digits`: of E.164. */
export function planOfPhone(digits: string): CalledPlan {
  return plans.get(digits) ?? ordinaryPhone;
}
