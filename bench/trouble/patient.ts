/** An operator of the bench that takes, throttles or swallows what it is submitted, and remembers when which phone came. */
import { systemClock } from '#core/clock.ts';
import { refuse, type Script, ScriptedOperator, silent, take } from '#test/harness/link-world.ts';

const throttled = 0x58;

type Mood = 'well' | 'silent' | 'throttles';

export class Patient implements AsyncDisposable {
  readonly smsc: ScriptedOperator;
  mood: Mood = 'well';
  /** Phones that are throttled by themselves, whatever its mood. */
  isThrottled: (phone: string) => boolean = () => false;
  /** When each phone was taken, and all submits, taken or not. */
  readonly takenAtMs = new Map<string, number>();
  submits = 0;

  constructor() {
    this.smsc = new ScriptedOperator(systemClock, (submitted) => this.#answer(submitted));
  }

  static async open(): Promise<Patient> {
    const patient = new Patient();
    await patient.smsc.listen();
    return patient;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.smsc.kill();
  }

  #answer(submitted: Parameters<Script>[0]): ReturnType<Script> {
    this.submits += 1;
    const phone = submitted.pdu.destination.address;
    if (this.mood === 'silent') return silent(submitted);
    if (this.mood === 'throttles' || this.isThrottled(phone)) return refuse(throttled);
    this.takenAtMs.set(phone, performance.now());
    return take(submitted);
  }
}
