/** The phone lines of this process: few at a time, and only to numbers of the account that calls. */

import type { WebSocket } from 'ws';
import type { Clock } from '#core/clock.ts';
import { ConcurrencyLimit } from '#core/concurrency-limit.ts';
import type { Log } from '#core/log.ts';
import { readOwnFile } from '#core/own-files.ts';
import { isFictionNumber, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { readSamples, writeSamples } from '../phones/phone-call.ts';
import type { Phones } from '../phones/phones.ts';
import { readSound } from '../phones/sound-file.ts';
import { lineEnd } from './messages.ts';
import { type CallWish, type LineCall, type LineHolder, PhoneLine } from './phone-line.ts';

type LinesPorts = {
  readonly phones: Pick<Phones, 'hold'>;
  readonly virtualNumbers: {
    findVirtualNumber(
      number: PhoneNumber,
    ): Promise<{ readonly accountId: number | null } | undefined>;
  };
  readonly clock: Clock;
  readonly log: Log;
};

/** At a time. */
const linesMax = { ofAccount: 2, all: 20 };

export class PhoneLines {
  readonly #ports: LinesPorts;
  readonly #places = new ConcurrencyLimit(linesMax.ofAccount, linesMax.all);

  constructor(ports: LinesPorts) {
    this.#ports = ports;
  }

  open(accountId: number, socket: WebSocket, mayGoOn: () => Promise<boolean>): void {
    const place = this.#places.take(accountId);
    if (place === undefined) {
      socket.close(lineEnd['too many lines'], 'too many lines');
      return;
    }
    const { clock, log } = this.#ports;
    const line = new PhoneLine(socket, {
      call: (wish, holder) => this.#call(accountId, wish, holder),
      mayGoOn,
      clock,
      log,
    });
    void line.closed.then(() => place[Symbol.dispose]());
  }

  /** Only to a number of the account: nobody reaches a stranger's, or a carrier, from here. */
  async #call(accountId: number, wish: CallWish, holder: LineHolder): Promise<LineCall | string> {
    const caller = wish.from === '' ? undefined : parsePhoneNumber(`+${wish.from}`, '');
    const isOurs = wish.from === '' || (caller !== undefined && isFictionNumber(caller));
    if (!isOurs) return 'the caller is no test phone';
    const { phones, virtualNumbers } = this.#ports;
    const number = await virtualNumbers.findVirtualNumber(wish.to as PhoneNumber);
    if (number?.accountId !== accountId) return 'the number is not of this account';
    return holdCall(wish, holder, phones);
  }
}

// A call of the built-in phones as a page holds it: sound as octets, and a sentence said in one's place.

/** Begins one; why not, where it cannot. */
function holdCall(
  wish: CallWish,
  { tell, heard }: LineHolder,
  phones: Pick<Phones, 'hold'>,
): LineCall | string {
  const held = phones.hold(wish, { tell, heard: (pcm) => heard(writeSamples(pcm)) });
  if (typeof held === 'string') return held;
  const { call, over } = held;
  return {
    over,
    decide: (what) => call.decide(what),
    hangUp: (side) => call.hangUp(side),
    take: (side) => call.take(side),
    press: (key) => call.press(key),
    stream: (octets) => call.stream(readSamples(octets)),
    playSample: async (language) => call.play(await readSample(language)),
  };
}

/** What a phone says in place of who has it: a sentence that is shipped with the program. */
type SampleLanguage = 'en' | 'fr';

/** Made by tools/make-prompts.ts of what stands in sentences/texts.json. */
async function readSample(language: SampleLanguage): Promise<Int16Array> {
  const file = new URL(`../phones/sentences/sample-${language}.wav`, import.meta.url);
  const read = readSound(readOwnFile(file));
  if (!read.ok) throw new Error(`The sample in ${language} is no sound: ${read.refusal}`);
  return read.pcm;
}
