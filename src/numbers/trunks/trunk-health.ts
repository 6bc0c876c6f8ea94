/** How trunks do: whether they answer OPTIONS, how many calls they carry, and how fast new ones come. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { UserAgent } from '../sip/user-agent.ts';
import { placeOf, type Trunk } from './trunk.ts';
import type { TrunkDirectory } from './trunk-directory.ts';
import type { TrunkStanding } from './trunk-standing.ts';

const everyMs = 30_000;
const missesMax = 2;
const secondMs = 1_000;
const restMaxMs = 60_000;

export type HealthPorts = {
  readonly agent: () => Pick<UserAgent, 'request' | 'resolve'>;
  readonly trunks: () => TrunkDirectory;
  readonly clock: Clock;
  readonly log: Log;
};

type State = {
  misses: number;
  calls: number;
  sinceMs: number;
  /** In the second that began then. */
  starts: number;
  challenges: number;
  /** It has asked us to leave it alone until then. */
  restsUntilMs: number;
  asked: TrunkStanding['asked'];
};

export class TrunkHealth {
  readonly #ports: HealthPorts;
  readonly #states = new Map<number, State>();
  readonly loop: Loop;

  constructor(ports: HealthPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    this.loop = new Loop({
      name: 'health of trunks',
      everyMs,
      clock,
      log,
      // A trunk that is silent is waited for 32 s; a stop does not wait with it.
      work: (signal) => Promise.race([this.look(), told(signal)]),
    });
  }

  /**
   * In the order of the tries: those that are up first, as they stand, and those that are down last, for a carrier that
   * ignores OPTIONS may still take calls. One that has asked for a rest is left alone.
   */
  inOrder(trunks: readonly Trunk[]): readonly Trunk[] {
    const awake = trunks.filter((trunk) => !this.#rests(trunk));
    const [up, down] = [
      awake.filter((one) => !this.#isDown(one)),
      awake.filter((one) => this.#isDown(one)),
    ];
    return [...up, ...down];
  }

  #rests({ id }: Trunk): boolean {
    const untilMs = this.#states.get(id)?.restsUntilMs ?? 0;
    return untilMs > this.#ports.clock.monotonicMs();
  }

  /** Until it was asked it counts as up. */
  #isDown(trunk: Trunk): boolean {
    return isPinged(trunk) && (this.#states.get(trunk.id)?.misses ?? 0) >= missesMax;
  }

  /** RFC 3261 §21.5.4: a 503 may say how long nothing should be sent there; nobody stops us for longer than a minute. */
  rest(trunk: Trunk, ms: number): void {
    const untilMs = this.#ports.clock.monotonicMs() + Math.min(ms, restMaxMs);
    this.#stateOf(trunk).restsUntilMs = untilMs;
  }

  /** Any answer shows that it is there: carriers that ignore OPTIONS still answer calls. */
  heard(trunk: Trunk): void {
    const state = this.#stateOf(trunk);
    const wasDown = state.misses >= missesMax;
    state.misses = 0;
    if (wasDown) this.#ports.log.warn('trunk.up', { trunk: trunk.name });
  }

  callsOf({ id }: Trunk): number {
    return this.#states.get(id)?.calls ?? 0;
  }

  /** Of all trunks that this process knows. */
  standings(whyUnregistered: (trunkId: number) => string | null): readonly TrunkStanding[] {
    const { trunks } = this.#ports.trunks();
    return trunks.map((trunk) => ({
      ...this.#standingOf(trunk),
      unregistered: whyUnregistered(trunk.id),
    }));
  }

  #standingOf(trunk: Trunk): Omit<TrunkStanding, 'unregistered'> {
    const { clock } = this.#ports;
    const { id: trunkId } = trunk;
    const known = this.#states.get(trunkId);
    const asked = isPinged(trunk) ? (known?.asked ?? null) : null;
    const misses = isPinged(trunk) ? (known?.misses ?? 0) : 0;
    const restMs = (known?.restsUntilMs ?? 0) - clock.monotonicMs();
    const rests = restMs > 0;
    const restsUntilMs = rests ? Math.round(clock.nowMs() + restMs) : null;
    const alone = asked === null ? ('unasked' as const) : ('up' as const);
    const state = this.#isDown(trunk) ? 'down' : rests ? 'resting' : alone;
    return { trunkId, state, calls: known?.calls ?? 0, restsUntilMs, asked, misses };
  }

  /** A call that comes in by it: counted, refused with 503, or not answered at all. */
  admit(trunk: Trunk): 'take' | 'refuse' | 'ignore' {
    const { maxCps, maxCalls } = trunk.settings;
    const state = this.#stateOf(trunk);
    const starts = this.#countStart(state);
    if (starts > 2 * maxCps) return 'ignore';
    if (starts > maxCps || (maxCalls !== null && state.calls >= maxCalls)) return 'refuse';
    state.calls += 1;
    return 'take';
  }

  /**
   * A call that was taken and must sign in first: it comes again, and counts then. False: too many were
   * asked to in this second.
   */
  challenged(trunk: Trunk): boolean {
    const state = this.#stateOf(trunk);
    state.calls -= 1;
    state.starts -= 1;
    state.challenges += 1;
    return state.challenges <= trunk.settings.maxCps;
  }

  /** A call that we make by it; false: it carries as many as it may. */
  take(trunk: Trunk): boolean {
    const { maxCps, maxCalls } = trunk.settings;
    const state = this.#stateOf(trunk);
    if (maxCalls !== null && state.calls >= maxCalls) return false;
    if (this.#countStart(state) > maxCps) return false;
    state.calls += 1;
    return true;
  }

  released(trunk: Trunk): void {
    this.#stateOf(trunk).calls -= 1;
  }

  /** Asks each trunk that calls go to and that is to be asked; any answer is a sign of life. */
  async look(): Promise<void> {
    const asked = this.#ports.trunks().trunks.filter(isPinged);
    await Promise.all(asked.map((trunk) => this.#probe(trunk)));
  }

  async #probe(trunk: Trunk): Promise<void> {
    const { clock, log } = this.#ports;
    const [atMs, beganMs] = [clock.nowMs(), clock.monotonicMs()];
    const { status, why } = await this.#answerOf(trunk);
    const state = this.#stateOf(trunk);
    const durationMs = Math.round(clock.monotonicMs() - beganMs);
    state.asked = { atMs, status, durationMs, ...(why !== undefined && { why }) };
    if (status !== null) {
      this.heard(trunk);
      return;
    }
    state.misses += 1;
    if (state.misses === missesMax)
      log.warn('trunk.down', { trunk: trunk.name, why: why ?? 'silent' });
  }

  /** A status of null: it said nothing. */
  async #answerOf({ settings }: Trunk): Promise<{ status: number | null; why?: string }> {
    const agent = this.#ports.agent();
    const { host } = settings;
    const [hop] = await agent.resolve(placeOf(settings));
    if (hop === undefined) return { status: null, why: 'ENOTFOUND' };
    const uri = `sip:${host.includes(':') ? `[${host}]` : host}`;
    const order = { method: 'OPTIONS', hop, uri, from: `<${uri}>`, to: `<${uri}>` } as const;
    const outcome = await agent.request(order);
    if (outcome.kind === 'answered') return { status: outcome.status };
    return outcome.kind === 'unreachable' ? { status: null, why: outcome.cause } : { status: null };
  }

  #countStart(state: State): number {
    const nowMs = this.#ports.clock.monotonicMs();
    if (nowMs - state.sinceMs >= secondMs) {
      state.sinceMs = nowMs;
      state.starts = 0;
      state.challenges = 0;
    }
    state.starts += 1;
    return state.starts;
  }

  #stateOf({ id }: Trunk): State {
    const standing = this.#states.get(id);
    if (standing !== undefined) return standing;
    const state: State = {
      misses: 0,
      calls: 0,
      sinceMs: -secondMs,
      starts: 0,
      challenges: 0,
      restsUntilMs: 0,
      asked: null,
    };
    this.#states.set(id, state);
    return state;
  }
}

function isPinged({ settings: { outbound, optionsPing } }: Trunk): boolean {
  return outbound && optionsPing;
}

/** Settles when the signal is given. */
function told(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
