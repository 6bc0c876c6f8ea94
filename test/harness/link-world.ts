/** The SMS engine with its links, and an operator on loopback that answers as a test has it. */
import type { Clock } from '#core/clock.ts';
import { allRoles } from '#core/role.ts';
import { Leases, soleTiming } from '#queue/leases.ts';
import type { Directory } from '#sms/directory.ts';
import { Health } from '#sms/routing/health.ts';
import { Rerouter } from '#sms/routing/rerouter.ts';
import type { SendRequest, Sent } from '#sms/send-request.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import type { BoundPeer, SmppServer } from '#sms/smpp/server.ts';
import { type Answer, type MessageRequest, noAnswer } from '#sms/smpp/session-types.ts';
import { SmsEngine } from '#sms/sms-engine.ts';
import { HeldClock } from './held-clock.ts';
import { atMs } from './records.ts';
import { Arrivals, openServer } from './smpp-link.ts';
import { openSmsWorld, type SmsWorld, type SmsWorldOptions } from './sms-world.ts';

/** A submit_sm that the operator has read. */
export type Submitted = {
  readonly pdu: SubmitSm;
  readonly peer: BoundPeer;
  /** Its number among all submits, from 1; also the id that it gets if it is taken. */
  readonly n: number;
  /** For an operator that takes its time. */
  readonly answer: (answer: Answer) => void;
};

export type Script = (submitted: Submitted) => Answer | 'later';

export function take({ n }: Pick<Submitted, 'n'>): Answer {
  return { status: 0, body: { messageId: `${n}`, tlvs: [] } };
}

export function refuse(status: number): Answer {
  return { status, body: blankBody('submit_sm_resp') };
}

export const later: Script = () => 'later';
export const silent: Script = () => noAnswer;

export class ScriptedOperator implements AsyncDisposable {
  readonly submits = new Arrivals<Submitted>();
  readonly peers = new Arrivals<BoundPeer>();
  readonly passwords: string[] = [];
  /** What a bind is answered. */
  bindStatus = 0;
  script: Script;
  /** The most submits that ever waited for their answer at a time. */
  mostOpen = 0;
  readonly #clock: Clock;
  #server: SmppServer | undefined;
  #port = 0;
  #open = 0;

  constructor(clock: Clock, script: Script) {
    this.#clock = clock;
    this.script = script;
  }

  get port(): number {
    return this.#port;
  }

  /** Again, on the same port, after it was killed. */
  async listen(): Promise<void> {
    const { server } = await openServer(
      this.#clock,
      {
        authenticate: ({ password }) => {
          this.passwords.push(password);
          return this.bindStatus;
        },
        bound: (peer) => this.peers.add(peer),
        request: (request, peer) => this.#take(request, peer),
      },
      { port: this.#port, window: 1_000, answerWithinMs: 600_000 },
    );
    this.#server = server;
    this.#port = server.port;
  }

  /** Is gone in the middle of everything. */
  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #take(request: MessageRequest, peer: BoundPeer): Promise<Answer> | Answer {
    if (request.command !== 'submit_sm') return { status: 3 };
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    const answer = (told: Answer): void => {
      this.#open -= 1;
      resolve(told);
    };
    const submitted = { pdu: request.body, peer, n: this.submits.all.length + 1, answer };
    this.submits.add(submitted);
    const told = this.script(submitted);
    if (told === 'later') return promise;
    this.#open -= 1;
    return told;
  }
}

export type LinkWorldOptions = SmsWorldOptions & {
  readonly script?: Script;
  /** False: the engine is made, and nothing begins. */
  readonly started?: boolean;
};

export async function openLinkWorld(options: LinkWorldOptions = {}): Promise<LinkWorld> {
  await using closing = new AsyncDisposableStack();
  const clock = options.clock ?? new HeldClock(atMs);
  const smsc = closing.use(new ScriptedOperator(clock, options.script ?? take));
  await smsc.listen();
  const settings = { port: smsc.port, ...options.settings };
  const sms = closing.use(await openSmsWorld({ ...options, settings, clock }));
  const { engine, leases } = await openLeasedEngine(sms);
  closing.use(engine);
  closing.use(leases);
  const world = new LinkWorld({ smsc, sms, engine, leases, closing: closing.move() });
  if (options.started !== false) await world.start(settings.binds ?? 1);
  return world;
}

/** The engine of a process that is alone on its storage, and takes every bind. */
async function openLeasedEngine(sms: SmsWorld) {
  const { clock, log, storage } = sms;
  const leases = new Leases({
    store: storage.leases,
    process: {
      id: await storage.ids.reserveIds('process', 1),
      host: 'here',
      pid: 1,
      version: '0.0.0',
      roles: allRoles,
      startedAtMs: clock.nowMs(),
      draining: false,
    },
    timing: soleTiming(true),
    clock,
    log,
  });
  const health = new Health({ store: storage.operators, changes: storage.changes, clock, log });
  sms.conditionOf = (operator) => health.conditionOf(operator);
  sms.mayProbe = (operator) => health.mayProbe(operator);
  const rerouter = new Rerouter({
    jobIds: sms.opened.ids.job,
    store: storage.operators,
    directory: () => sms.opened.directory,
    health,
    random: () => 0.5,
    clock,
    log,
    offer: (parts) => engine.offer(parts),
  });
  const engine: SmsEngine = new SmsEngine({ ...sms.enginePorts(leases), rerouter });
  health.follow(() => engine.health());
  for (const builtIn of [false, true]) {
    const wanted = (): readonly string[] => engine.leaseNames({ builtIn });
    leases.add({ sharing: { how: 'all' }, wanted, holder: engine });
  }
  return { engine, leases };
}

export class LinkWorld implements AsyncDisposable {
  readonly clock: HeldClock;
  readonly smsc: ScriptedOperator;
  readonly sms: SmsWorld;
  readonly engine: SmsEngine;
  readonly leases: Leases;
  readonly #closing: AsyncDisposableStack;

  constructor(opened: {
    readonly smsc: ScriptedOperator;
    readonly sms: SmsWorld;
    readonly engine: SmsEngine;
    readonly leases: Leases;
    readonly closing: AsyncDisposableStack;
  }) {
    this.smsc = opened.smsc;
    this.sms = opened.sms;
    this.engine = opened.engine;
    this.leases = opened.leases;
    this.clock = opened.sms.clock;
    this.#closing = opened.closing;
  }

  /** Begins, and waits for that many binds of the live operator. */
  async start(binds: number): Promise<void> {
    await this.begin();
    for (let n = 1; n <= binds; n += 1) await this.bound(n);
  }

  /** Learns the operators and takes their binds, whether or not they come up. */
  async begin(directory: Pick<Directory, 'operators'> = this.sms.opened.directory): Promise<void> {
    await this.engine.start(directory);
    await this.leases.start();
  }

  /** What the watch of settings does. */
  async apply(directory: Pick<Directory, 'operators'>): Promise<void> {
    await this.engine.apply(directory);
    this.leases.poke();
  }

  /** Waits until the link was bound so many times. */
  bound(times: number): Promise<unknown> {
    let seen = 0;
    return this.sms.lines.next((line) => {
      if (line['event'] === 'operator.bound' && line['operator'] === 'one') seen += 1;
      return seen === times;
    });
  }

  async send(changes: Partial<SendRequest> = {}): Promise<Sent> {
    const sender = this.sms.sender((parts) => this.engine.offer(parts));
    const reply = await sender.send(this.sms.request(changes));
    if (!reply.ok) throw new Error(`Refused: ${reply.refusal.why}`);
    return reply.sent;
  }

  /** The operator goes first: nobody waits for answers that never come. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.smsc.kill();
    await this.#closing.disposeAsync();
  }
}
