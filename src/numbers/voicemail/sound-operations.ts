/** `voicemail play`, `number greeting …`: what callers have said, and what they hear before. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { FileAnswer, fileAnswer } from '#core/file-answer.ts';
import { octetsFile } from '#core/input-form.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { rentedForms } from '../forwarding/words.ts';
import { accountOfNumber, findOwnNumber } from '../rental/rented-view.ts';
import { numberInput } from '../stock/stock-view.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';
import { type Greeting, greetingBytesMax, type ReadGreeting } from './greeting.ts';
import { attachmentName } from './notice-text.ts';
import { greetingFile, soundFile } from './sound-file.ts';
import type { VoicemailStore } from './voicemail.ts';
import { findVoicemail, namedVoicemail, noVoicemail } from './voicemail-operations.ts';
import { greetingReasons } from './words.ts';

const contentType = 'audio/wav';

export const playVoicemail = operation({
  ...namedVoicemail,
  name: 'voicemail play',
  does: 'reads',
  needs: 'read contents',
  output: fileAnswer,
  async run(
    {
      voicemails,
      accounts,
    }: {
      readonly voicemails: Pick<VoicemailStore, 'findVoicemail' | 'readVoice' | 'noteListened'>;
      readonly accounts: Pick<AccountStore, 'findAccount'>;
    },
    { message },
    caller,
  ) {
    const { accountId, isOnlyViewed } = caller;
    const found = await findVoicemail({ voicemails }, message, accountId);
    if (found instanceof Refusal) return found;
    const sound = await voicemails.readVoice(message);
    if (sound === undefined) return noVoicemail(message);
    const { timeZone } = must(await accounts.findAccount(accountId), 'its account');
    const name = attachmentName(found, timeZone);
    const octets = await soundFile(found.law, sound);
    const listened = { id: message, accountId, isOnlyViewed };
    return new FileAnswer({ name, contentType, octets }, () =>
      voicemails.noteListened(listened, caller),
    );
  },
});

type GreetingPorts = {
  readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber'>;
  readonly voicemails: Pick<VoicemailStore, 'saveGreeting' | 'removeGreeting' | 'findOwnGreeting'>;
};

const reads = ['number show'];
const greetingShape = {
  number: numberInput,
  /** Of all numbers of its account that have none of their own. */
  wholeAccount: z.boolean().default(false),
};
const named = { positional: ['number'], accountOf: accountOfNumber } as const;

export const saveGreeting = operation({
  ...named,
  name: 'number greeting',
  does: 'writes',
  needs: 'send',
  changes: reads,
  input: z.strictObject({ ...greetingShape, wav: octetsFile(rentedForms.wav, greetingBytesMax) }),
  output: z.object({ seconds: z.number() }),
  refusals: ['number is unknown', 'greeting does not read'],
  async run(
    ports: GreetingPorts & {
      /** Undefined where that took too long. */
      readonly readGreeting: (file: Buffer) => Promise<ReadGreeting | undefined>;
    },
    { wav, ...which },
    caller,
  ) {
    const greeting = await findGreeting(ports, which, caller.accountId);
    if (greeting instanceof Refusal) return greeting;
    const read = await ports.readGreeting(Buffer.from(wav, 'base64'));
    if (read?.ok !== true) {
      const reason = greetingReasons[read?.refusal ?? 'takes too long to read'];
      return refuse('greeting does not read', { field: 'wav', params: { reason } });
    }
    await ports.voicemails.saveGreeting(greeting, read.pcm, caller);
    return { seconds: Number(read.seconds.toFixed(1)) };
  },
});

export const removeGreeting = operation({
  ...named,
  name: 'number greeting remove',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes: reads,
  input: z.strictObject(greetingShape),
  output: z.object({ removed: z.boolean() }),
  refusals: ['number is unknown', 'greeting is not there'],
  async run(ports: GreetingPorts, which, caller) {
    const greeting = await findGreeting(ports, which, caller.accountId);
    if (greeting instanceof Refusal) return greeting;
    const removed = await ports.voicemails.removeGreeting(greeting, caller);
    return removed ? { removed } : refuse('greeting is not there');
  },
});

export const playGreeting = operation({
  ...named,
  name: 'number greeting play',
  does: 'reads',
  needs: 'read contents',
  input: z.strictObject(greetingShape),
  output: fileAnswer,
  refusals: ['number is unknown', 'greeting is not there'],
  async run(ports: GreetingPorts, which, { accountId }) {
    const greeting = await findGreeting(ports, which, accountId);
    if (greeting instanceof Refusal) return greeting;
    const pcm = await ports.voicemails.findOwnGreeting(greeting);
    if (pcm === undefined) return refuse('greeting is not there');
    const name = `greeting-${which.number}.wav`;
    return new FileAnswer({ name, contentType, octets: greetingFile(pcm) });
  },
});

type Which = { readonly number: string; readonly wholeAccount: boolean };

async function findGreeting(
  ports: Pick<GreetingPorts, 'virtualNumbers'>,
  { number, wholeAccount }: Which,
  accountId: number,
): Promise<Greeting | Refusal<'number is unknown'>> {
  const found = await findOwnNumber(ports, number, accountId);
  if (found instanceof Refusal) return found;
  return { accountId, numberId: wholeAccount ? 0 : found.id };
}
