/** The SMS engine's services over a real database: what a test sends, stores and hears, on a held clock. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Account } from '#accounts/account.ts';
import { type ApiKey, unbounded } from '#accounts/api-key.ts';
import { AccountLimits } from '#accounts/limits/limits.ts';
import { defaultPolicy } from '#accounts/limits/policy.ts';
import { must } from '#core/assert.ts';
import { openLog } from '#core/log.ts';
import { createSealer } from '#core/sealed.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { IdSource } from '#queue/id-source.ts';
import type { Owed } from '#queue/job.ts';
import type { HeldLeases } from '#queue/lease.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { Directory, fineCondition, type RoutePorts } from '#sms/directory.ts';
import { FactRecorder } from '#sms/facts.ts';
import { bindOf } from '#sms/links/part-lane.ts';
import type { OutgoingPart } from '#sms/message.ts';
import { NumberDirectory } from '#sms/numbers/number-directory.ts';
import {
  type Operator,
  type OperatorSettings,
  operatorDefaults,
  operatorPasswordPlace,
} from '#sms/operator.ts';
import { AwaitedParts } from '#sms/receipts/awaited-parts.ts';
import { ReceiptService } from '#sms/receipts/receipt-service.ts';
import type { KeptPdu, PduTaker } from '#sms/records/kept-pdu.ts';
import type { SmsReportFact } from '#sms/report-maker.ts';
import { routeDefaults } from '#sms/routing/route.ts';
import type { RouteChoice } from '#sms/routing/route-store.ts';
import type { SendReply, SendRequest, Sent } from '#sms/send-request.ts';
import { SmsSender } from '#sms/sending/sms-sender.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { SmsEnginePorts } from '#sms/sms-engine.ts';
import type { SmsTally } from '#sms/sms-tally.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import type { IdName, Storage } from '#storage/storage.ts';
import { HeldClock } from './held-clock.ts';
import { anEvent, atMs, money, phone } from './records.ts';
import { anAuthor, aPrice } from './routes.ts';
import { Arrivals } from './smpp-link.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
import { openStorageIn } from './temporary-storage.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** What a client is told of a recipient. */
export type Told = Pick<SmsReportFact, 'messageId' | 'phone' | 'status'>;

export const aPhone = phone('33612345678');

const sealer = createSealer(Buffer.alloc(32, 7));

export type SmsWorldOptions = {
  readonly settings?: Partial<OperatorSettings>;
  /** Of a world before this one. */
  readonly folder?: TemporaryFolder;
  readonly clock?: HeldClock;
  readonly balance?: number;
};

export async function openSmsWorld(options: SmsWorldOptions = {}): Promise<SmsWorld> {
  const folder = options.folder ?? temporaryFolder();
  const database = await openStorageIn(folder.path);
  const world = new SmsWorld(database, options.clock ?? new HeldClock(atMs));
  if (options.folder === undefined) world.closing.defer(() => folder[Symbol.dispose]());
  world.closing.use(database);
  await world.open(options);
  return world;
}

export class SmsWorld implements AsyncDisposable {
  readonly clock: HeldClock;
  readonly storage: Storage;
  /** Whether nothing can be read or stored. */
  away = false;
  /** Stand before the commits of accepts and of facts, until they are resolved. */
  gate: Promise<void> | undefined;
  factsGate: Promise<void> | undefined;
  /** All log lines. */
  readonly lines = new Arrivals<LogLine>();
  /** Reports, in the order in which they were stored. */
  readonly told = new Arrivals<Told>();
  /** What the receipt service handed on: it was no receipt. */
  readonly taken = new Arrivals<DeliverSm>();
  /** PDUs for the timelines of messages. */
  readonly shown: KeptPdu[] = [];
  readonly pdus: PduTaker = { take: (make) => void this.shown.push(...make()) };
  /** What was counted: of what, and how. */
  readonly tallied: (readonly [string, ...unknown[]])[] = [];
  readonly tally: SmsTally = {
    submitAnswered: (answer) => void this.tallied.push(['answered', answer]),
    submitUncertain: (operator) => void this.tallied.push(['uncertain', operator]),
    linkLost: (operator, { reason, refusedWith }) =>
      void this.tallied.push(['lost', operator, reason, refusedWith]),
    pduWrong: (operator, kind) => void this.tallied.push(['wrong', operator, kind]),
    receiptTaken: (operator, lagMs) => void this.tallied.push(['receipt', operator, lagMs]),
  };
  /** Lanes of other processes, for which parts were stored here. */
  readonly elsewhere = new Set<string>();
  /** Lanes that somebody has stopped. */
  readonly paused = new Set<string>();
  readonly offered: Owed<OutgoingPart>[] = [];
  /** How operators do: well, unless an engine knows better. */
  conditionOf: RoutePorts['conditionOf'] = () => fineCondition;
  /** Which of the silent ones gets a message to find out. */
  mayProbe: (operator: Operator) => boolean = () => false;
  /** Why messages went the way they went. */
  readonly choices: RouteChoice[] = [];
  readonly closing = new AsyncDisposableStack();
  readonly awaited = new AwaitedParts();
  readonly log = openLog('debug', (line) => this.lines.add(JSON.parse(line) as LogLine));
  waiting = { parts: 0, partsMax: 1_000 };
  #opened: Opened | undefined;
  #storing = 0;

  constructor(database: Storage, clock: HeldClock) {
    this.clock = clock;
    this.storage = {
      ...database,
      messages: this.#guarded(database.messages),
      jobs: this.#guarded(database.jobs),
      accounts: this.#guarded(database.accounts),
      operators: this.#guarded(database.operators),
      inbound: this.#guarded(database.inbound),
      stops: this.#guarded(database.stops),
    };
  }

  async open({ settings = {}, balance = 1_000_000 }: SmsWorldOptions): Promise<void> {
    const account = await this.#anAccount(balance);
    const operator = await this.#anOperator(settings);
    const directory = await Directory.read(this.storage);
    const numbers = await NumberDirectory.read(this.storage.numbers);
    const stops = await StopList.open({ store: this.storage.stops });
    const ids = {
      job: await this.#ids('job'),
      'submitted part': await this.#ids('submitted part'),
      message: await this.#ids('message'),
      event: await this.#ids('event'),
    };
    const facts = new FactRecorder({
      // On a held clock nothing waits for the system's.
      gathering: { waitMs: 0, enough: 1 },
      store: this.storage.messages,
      eventIds: ids.event,
      eventsStored: (events) => {
        for (const event of events) this.#tell(event);
      },
    });
    const receipts = this.#service(facts, this.awaited);
    // Tests send where they like; those about limits say what is closed.
    const open = { ...defaultPolicy(account.id), countries: 'all' as const };
    await this.storage.accounts.savePolicy(open, anAuthor);
    const limits = await this.openLimits();
    const sending = { directory, numbers, stops, limits };
    this.#opened = { account, operator, ...sending, ids, facts, receipts };
  }

  get account(): Account {
    return this.opened.account;
  }

  /** The live one, to which every number is routed. */
  get operator(): Operator {
    return this.opened.operator;
  }

  get opened(): Opened {
    return must(this.#opened, 'opened world');
  }

  /** The service of a process that has nothing in memory. */
  restartedService(): ReceiptService {
    return this.#service(this.opened.facts, new AwaitedParts());
  }

  /** As a process knows them that has just started. */
  openLimits(): Promise<AccountLimits> {
    const { clock, log, storage } = this;
    const { accounts: store, calls: ranges } = storage;
    return AccountLimits.open({ store, ranges, clock, log });
  }

  async readNumbers(): Promise<NumberDirectory> {
    const numbers = await NumberDirectory.read(this.storage.numbers);
    this.#opened = { ...this.opened, numbers };
    return numbers;
  }

  useDirectory(directory: Directory): void {
    this.#opened = { ...this.opened, directory };
  }

  /** Reads the settings again, as after a change by the administrator. */
  async readDirectory(): Promise<Directory> {
    const directory = await Directory.read(this.storage);
    const operator = must(
      directory.operators.find(({ id }) => id === this.operator.id),
      'live operator',
    );
    this.#opened = { ...this.opened, directory, operator };
    return directory;
  }

  enginePorts(leases: HeldLeases): SmsEnginePorts {
    const { facts, receipts, ids } = this.opened;
    return {
      store: this.storage.messages,
      jobs: this.storage.jobs,
      waiting: this.storage.jobs,
      facts,
      awaited: this.awaited,
      receipts,
      pdus: this.pdus,
      reports: { deliveryReports },
      rerouter: {
        round: async () => undefined,
        moveRefused: async () => false,
        moveTexts: async () => [],
      },
      stops: this.opened.stops,
      submittedPartIds: ids['submitted part'],
      sealer,
      clock: this.clock,
      random: () => 0.5,
      log: this.log,
      partsMax: 1_000,
      leases,
      tally: this.tally,
      pollMs: () => 500,
      isPaused: (lane) => this.paused.has(lane),
      storedElsewhere: (lanes) => {
        for (const lane of lanes) this.elsewhere.add(lane);
      },
    };
  }

  sender(offer: (parts: readonly Owed<OutgoingPart>[]) => void): SmsSender {
    const { ids } = this.opened;
    return new SmsSender({
      store: this.storage.messages,
      replies: this.storage.messages,
      directory: () => this.opened.directory,
      limits: this.opened.limits,
      numbers: () => this.opened.numbers,
      stops: this.opened.stops,
      stopMention: 'STOP au {number}',
      replyAddresses: this.storage.inbound,
      messageIds: ids.message,
      jobIds: ids.job,
      clock: this.clock,
      random: () => 0.5,
      waiting: () => this.waiting,
      bindFor: bindOf,
      endpointFor: async (_, url) => (url.includes('one-too-many') ? undefined : 42),
      offer,
      conditionOf: (operator) => this.conditionOf(operator),
      mayProbe: (operator) => this.mayProbe(operator),
      noteChoices: (choices) => this.choices.push(...choices),
    });
  }

  send(changes: Partial<SendRequest> = {}): Promise<SendReply> {
    const sender = this.sender((parts) => this.offered.push(...parts));
    return sender.send(this.request(changes));
  }

  /** Sends, and fails the test if that is refused. */
  async sent(changes: Partial<SendRequest> = {}): Promise<Sent> {
    const reply = await this.send(changes);
    if (!reply.ok) throw new Error(`Refused: ${reply.refusal.why}`);
    return reply.sent;
  }

  request(changes: Partial<SendRequest> = {}): SendRequest {
    return {
      caller: { account: this.account, key: aKey('live') },
      phones: [aPhone],
      text: 'Hello',
      sender: undefined,
      tag: '',
      grade: undefined,
      marketing: false,
      forceUnicode: false,
      sandbox: false,
      validityMs: undefined,
      scheduledAtMs: undefined,
      reportUrl: undefined,
      idempotency: undefined,
      requestId: 'r1',
      ...changes,
    };
  }

  anotherAccount(): Promise<Account> {
    return this.#createAccount(1_000_000);
  }

  async balance(): Promise<number> {
    const account = await this.storage.accounts.findAccount(this.account.id);
    return must(account, 'account').balance;
  }

  async state(messageId: number, to = aPhone): Promise<string | undefined> {
    const { id: accountId } = this.account;
    const find = (mode: 'live' | 'test') =>
      this.storage.messages.findStatus({ accountId, mode }, messageId, to);
    return ((await find('live')) ?? (await find('test')))?.state;
  }

  /** Parts that are owed still. */
  owed(): Promise<number> {
    return this.storage.jobs.countOwed('sms/', 1_000_000);
  }

  /** Lets all that is under way come to its end, in the database and in the sockets of this process. */
  async quiet(): Promise<void> {
    for (let calmTurns = 0; calmTurns < 20; calmTurns += 1) {
      await turn();
      if (this.#storing > 0) calmTurns = 0;
    }
  }

  logged(event: string): Promise<LogLine> {
    return this.lines.next((line) => line['event'] === event);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.closing.disposeAsync();
  }

  #service(facts: FactRecorder, awaited: AwaitedParts): ReceiptService {
    return new ReceiptService({
      store: this.storage.messages,
      inbound: {
        take: async (_operator, pdu) => {
          if (this.away) throw new StorageUnavailable('The disk is full');
          this.taken.add(pdu);
        },
        linkLost: () => undefined,
      },
      facts,
      awaited,
      pdus: this.pdus,
      reports: { deliveryReports },
      paysBack: (accountId) => this.opened.limits.policyOf(accountId).refundUndelivered,
      homeCountry: 'FR',
      tally: this.tally,
      clock: this.clock,
      log: this.log,
    });
  }

  async #anAccount(balance: number): Promise<Account> {
    const [standing] = await this.storage.accounts.listAccounts(0, 1);
    return standing ?? this.#createAccount(balance);
  }

  #createAccount(balance: number): Promise<Account> {
    const who = { name: 'Acme', email: '', currency: 'EUR', homeCountry: 'FR', createdAtMs: atMs };
    const purses = { balance: money(balance), testBalance: money(500_000) };
    return this.storage.accounts.createAccount({ ...who, ...purses }, 'test');
  }

  async #anOperator(settings: Partial<OperatorSettings>): Promise<Operator> {
    const { operators } = this.storage;
    const standing = (await operators.listOperators()).find(({ builtIn }) => !builtIn);
    if (standing !== undefined) return standing;
    const made = await operators.createOperator(anOperator('one', false, settings), 'test');
    await operators.saveBuiltInOperator(
      anOperator('simulator', true, { ...settings, systemId: 'SIMULATOR' }),
    );
    const { id: operatorId } = must(made, 'operator');
    const { operators: routes } = this.storage;
    await routes.setRoutes([{ ...routeDefaults, prefix: '', operatorId }], anAuthor);
    const prices = { '33': 38_000, '336': 40_000, '49': 75_500 };
    await routes.setPrices(
      Object.entries(prices).map(([prefix, price]) => aPrice(prefix, price)),
      anAuthor,
    );
    return must(made, 'operator');
  }

  #ids(name: BlockName): Promise<IdSource> {
    return IdSource.open(10_000, (count) => this.storage.ids.reserveIds(name, count));
  }

  #tell({ body }: OwedEvent): void {
    this.told.add(JSON.parse(Buffer.from(body).toString()) as Told);
  }

  /** The store as a full disk leaves it, or a slow one. */
  #guarded<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        // It is asked at once, and reads nothing that a full disk could refuse.
        if (typeof method !== 'function' || name === 'changes') return method;
        return async (...args: readonly unknown[]): Promise<unknown> => {
          if (this.away) throw new StorageUnavailable('The disk is full');
          this.#storing += 1;
          try {
            if (name === 'acceptMessages') await this.gate;
            if (name === 'recordFacts') await this.factsGate;
            return (await Reflect.apply(method, target, args)) as unknown;
          } finally {
            this.#storing -= 1;
          }
        };
      },
    });
  }
}

type BlockName = Extract<IdName, 'message' | 'job' | 'submitted part' | 'event'>;

type Opened = {
  readonly account: Account;
  readonly operator: Operator;
  readonly directory: Directory;
  readonly ids: Readonly<Record<BlockName, IdSource>>;
  readonly numbers: NumberDirectory;
  readonly stops: StopList;
  readonly facts: FactRecorder;
  readonly receipts: ReceiptService;
  readonly limits: AccountLimits;
};

export function aKey(mode: ApiKey['mode']): ApiKey {
  const made = { id: 3, accountId: 1, bases: ['sms'] as const, prefix: '', label: '' };
  return { ...unbounded, ...made, mode, createdAtMs: 0, revokedAtMs: null };
}

export function anOperator(
  name: string,
  builtIn: boolean,
  settings: Partial<OperatorSettings>,
): Omit<Operator, 'id'> {
  return {
    name,
    builtIn,
    state: 'active',
    settings: { ...operatorDefaults, host: '127.0.0.1', systemId: 'PARLEY', ...settings },
    sealedPassword: sealer.seal('secret', operatorPasswordPlace(name)),
    createdAtMs: atMs,
  };
}

function deliveryReports({ accountId, messageId, phone: to, status, madeAtMs }: SmsReportFact) {
  const body = Buffer.from(JSON.stringify({ messageId, phone: to, status } satisfies Told));
  return [anEvent(0, { accountId, body, createdAtMs: madeAtMs, job: null })];
}

export type ReceiptWords = {
  readonly id: string;
  readonly stat?: string;
  readonly from?: string;
  readonly esmClass?: number;
  /** The digits of the done date. */
  readonly done?: string;
};

/** A receipt as SMPP 3.4 appendix B writes it. */
export function aReceiptPdu({
  id,
  stat = 'DELIVRD',
  from = aPhone,
  esmClass = 4,
  done = '3001010001',
}: ReceiptWords): DeliverSm {
  const dates = `submit date:3001010000 done date:${done}`;
  const text = `id:${id} sub:001 dlvrd:001 ${dates} stat:${stat} err:000 text:Hello`;
  return {
    ...blankBody('deliver_sm'),
    source: { ton: 1, npi: 1, address: from },
    destination: { ton: 3, npi: 0, address: '36180' },
    esmClass,
    shortMessage: Buffer.from(text),
  };
}
