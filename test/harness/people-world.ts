/** The dashboard's API of people on a storage of its own, and browsers that ask it. */

import type { Account } from '#accounts/account.ts';
import { invitationSetting, makeInvitation } from '#accounts/invitation.ts';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import { AddressGuard } from '#core/address-guard.ts';
import { systemClock } from '#core/clock.ts';
import { Pseudonyms } from '#core/erased.ts';
import { Few } from '#core/few.ts';
import { openLog } from '#core/log.ts';
import type { Millionths } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { createSealer, masterKeyBytes, type Sealer } from '#core/sealed.ts';
import { People, type PeopleOptions } from '#people/people.ts';
import type { Mailer } from '#people/post.ts';
import type { Storage } from '#storage/storage.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';
import { Browser } from './browser.ts';
import { HeldClock } from './held-clock.ts';
import { operationsOf, usualConfig } from './operation-ports.ts';
import { judgeNobody, noMail, sendNothing, stillServer } from './page-ports.ts';
import { openTemporaryStorage } from './temporary-storage.ts';

export const goodPassword = 'a quiet brown fox sleeps';
export const firstEmail = 'ada@parley.example';

export class PeopleWorld implements AsyncDisposable {
  readonly storage: Storage;
  readonly api: ApiWorld;
  readonly clock: HeldClock;
  readonly people: People;
  readonly logLines: readonly string[];
  readonly #opened: AsyncDisposable;
  readonly #publicUrl: string | undefined;

  constructor(
    parts: Pick<PeopleWorld, 'storage' | 'api' | 'clock' | 'people' | 'logLines'> & {
      readonly opened: AsyncDisposable;
      readonly publicUrl: string | undefined;
    },
  ) {
    this.storage = parts.storage;
    this.api = parts.api;
    this.clock = parts.clock;
    this.people = parts.people;
    this.logLines = parts.logLines;
    this.#opened = parts.opened;
    this.#publicUrl = parts.publicUrl;
  }

  browser(): Browser {
    return new Browser(`http://127.0.0.1:${this.api.port}`, this.#publicUrl);
  }

  /** A token that lets the first person in. */
  async invite(): Promise<string> {
    const { token, kept } = makeInvitation(this.clock.nowMs());
    await this.storage.settings.saveSetting(invitationSetting, kept);
    return token;
  }

  /** A browser in which the first person has just set the installation up. */
  async setUp(): Promise<Browser> {
    const browser = this.browser();
    const token = await this.invite();
    const wish = { token, email: firstEmail, name: 'Ada', password: goodPassword };
    const reply = await browser.post('/api/operations/setup-make', wish);
    if (reply.status !== 200) throw new Error(`setup: ${reply.status} ${reply.text}`);
    return browser;
  }

  /** A browser of somebody who has taken an invitation to that account. */
  async join(owner: Browser, accountId: number, email: string, role: Role): Promise<Browser> {
    const path = `/api/accounts/${accountId}/operations/member-invite`;
    const invited = await owner.post(path, { email, role });
    const token = String(invited.body['link']).split('#')[1];
    const browser = this.browser();
    const reply = await browser.post('/api/operations/link-use', { token, password: goodPassword });
    if (reply.status !== 200) throw new Error(`link: ${reply.status} ${reply.text}`);
    return browser;
  }

  account(name: string): Promise<Account> {
    return this.storage.accounts.createAccount(
      {
        name,
        email: 'a@acme.example',
        currency: 'EUR',
        homeCountry: 'FR',
        balance: 5_000_000 as Millionths,
        testBalance: 0 as Millionths,
        createdAtMs: this.clock.nowMs(),
      },
      'test',
    );
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#opened[Symbol.asyncDispose]();
  }
}

const noPseudonyms = new Pseudonyms(Buffer.alloc(32, 9));
const nobodysHome = {
  hasPhones: false,
  testKeyOf: async () => undefined,
  hasGoneLive: async () => false,
  today: () => Promise.reject(new Error('Nothing is sent here')),
  goLive: async () => [],
};
const noLinks = { links: async () => [], trace: () => 0 };

export async function openPeopleWorld(
  options: Partial<PeopleOptions> & { readonly mailer?: Mailer } = {},
): Promise<PeopleWorld> {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const clock = new HeldClock();
  const logLines: string[] = [];
  const log = openLog('debug', (line) => logLines.push(line));
  const sealer = createSealer(Buffer.alloc(masterKeyBytes, 7));
  const people = new People(
    {
      onlyThisMachine: true,
      hostNames: [],
      needsSecondFactor: false,
      publicUrl: undefined,
      isShared: false,
      ...options,
    },
    {
      ...storage,
      sealer,
      clock,
      log,
      browserKey: Buffer.alloc(32, 7),
      challengeKey: Buffer.alloc(32, 8),
      mailer: options.mailer,
    },
  );
  const { publicUrl } = options;
  const dashboard = openDashboard({ storage, sealer, clock, people, publicUrl });
  // Connections live by the machine's time: one that the test's clock ends may be in use.
  const apiClock = { ...systemClock, nowMs: () => clock.nowMs() };
  const api = stack.use(await openApiWorld({ clock: apiClock, log, dashboard }, { publicUrl }));
  const opened = stack.move();
  return new PeopleWorld({ storage, api, clock, people, logLines, opened, publicUrl });
}

type DashboardParts = {
  readonly storage: Storage;
  readonly sealer: Sealer;
  readonly clock: HeldClock;
  readonly people: People;
  readonly publicUrl: string | undefined;
};

/** The operations of pages, where no message leaves and no phone is connected. */
function openDashboard({ storage, sealer, clock, people, publicUrl }: DashboardParts) {
  const { operations } = operationsOf({
    storage,
    sealer,
    clock,
    guard: new AddressGuard({ allow: [], clock, ownAddresses: () => [] }),
    config: { ...usualConfig, publicUrl },
    letters: people.post,
  });
  return {
    loadHandlers: async () => [
      ...operationHandlers({
        ...operations,
        ...storage,
        clock,
        openLinks: noLinks,
        server: stillServer,
        erasing: {
          ...storage,
          pseudonyms: noPseudonyms,
          note: async () => undefined,
          few: new Few(0),
        },
        signIns: people,
        livePages: { begin: async () => undefined },
        mailReleases: { leavesBy: undefined, release: async () => undefined },
        home: nobodysHome,
        handsets: { numbersOf: async () => [], write: async () => undefined },
        phoneLines: undefined,
        roleNow: async (_, { role }) => role,
        publicUrl,
        judgeSend: judgeNobody,
        sendSms: sendNothing,
        ...noMail,
      }),
    ],
    findSession: people.findSession.bind(people),
    roleIn: (who: { readonly userId: number }, accountId: number) =>
      storage.people.roleIn(who.userId, accountId),
    stateOf: (accountId: number) => storage.accounts.stateOf(accountId),
  };
}
