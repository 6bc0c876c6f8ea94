/** What has become of the two phones of a call, from what the line has told. */
import type { LineEvent, LineSide, LineTold } from '#simulator/phone-line/messages.ts';

export type PhoneStory = {
  readonly state: 'calling' | 'ringing' | 'talking' | 'over';
  /** Keys that it has heard, the last ones. */
  readonly keys: string;
  /** Undefined while it goes on. */
  readonly end: LineEvent | undefined;
};

export type CallStory = Readonly<Record<LineSide, PhoneStory | undefined>>;

export const untold: CallStory = { caller: undefined, called: undefined };

const keysShown = 20;

export function continueStory(story: CallStory, told: LineTold): CallStory {
  const before = story[told.side] ?? { state: 'calling', keys: '', end: undefined };
  // Who has hung up is heard of before the other side's last words.
  if (before.state === 'over') return story;
  return { ...story, [told.side]: after(before, told) };
}

function after(phone: PhoneStory, told: LineTold): PhoneStory {
  switch (told.what) {
    case 'calling':
      return phone;
    case 'ringing':
    case 'rings':
      return { ...phone, state: 'ringing' };
    case 'answered':
      return { ...phone, state: 'talking' };
    case 'hears key':
      return { ...phone, keys: (phone.keys + told.key).slice(-keysShown) };
    case 'hung up':
    case 'refused':
    case 'failed':
      return { ...phone, state: 'over', end: told };
    default:
      return told satisfies never;
  }
}

/** The line is gone without a word. */
export function cutOff(story: CallStory, why: string): CallStory {
  const end = { what: 'failed', why } as const;
  const caller = story.caller ?? { state: 'calling', keys: '', end: undefined };
  return caller.state === 'over' ? story : { ...story, caller: { ...caller, state: 'over', end } };
}

export function isUnderWay({ caller }: CallStory): boolean {
  return caller !== undefined && caller.state !== 'over';
}
