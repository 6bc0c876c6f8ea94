/** One of everything that is stored sealed, as its engines seal it. */
import { must } from '#core/assert.ts';
import { parseDomainName } from '#core/email-address.ts';
import { erasureKeyPlace } from '#core/erased.ts';
import type { Sealer } from '#core/sealed.ts';
import { domainKeyPlace } from '#mail/domains/domain-keys.ts';
import { noticeSecretPlace } from '#mail/sending/notice-secrets.ts';
import { trunkPasswordPlace } from '#numbers/trunks/trunk.ts';
import { totpPlace } from '#people/second-factor.ts';
import { operatorPasswordPlace } from '#sms/operator.ts';
import type { Storage } from '#storage/storage.ts';
import { headersPlace, keyPlace } from '#webhooks/endpoint-places.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { secretPlace } from '#webhooks/signature.ts';
import { signingKeyPlace } from '#webhooks/signing-key.ts';
import { anEmailAcceptance } from './email-records.ts';
import { aTrunk, atMs, money } from './records.ts';
import { anAuthor } from './routes.ts';

type Seal = Pick<Sealer, 'seal'>;

/** Each value says `secret of` its place. Account 1 is made; all else has the id 1. */
export async function fillSealed(storage: Storage, sealer: Seal): Promise<void> {
  const sealed = (place: string): string => sealer.seal(`secret of ${place}`, place);
  const account = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(1_000_000),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
  await addLinks(storage, sealed);
  await addEndpoint(storage, sealed);
  await storage.webhooks.saveReplySigner(
    1,
    { method: 'sha256', sealedSecret: sealed(replySecretPlace(1)) },
    anAuthor,
  );
  await addPerson(storage, sealed);
  const name = must(parseDomainName('example.com'), 'domain');
  const keys = ['s1', 's2'].map((selector) => ({
    selector,
    kind: 'rsa' as const,
    role: 'current' as const,
    publicKey: 'P',
    sealed: sealed(domainKeyPlace({ accountId: 1, name }, selector)),
    retiredAtMs: null,
  }));
  await storage.domains.createDomain({ accountId: 1, name, keys }, anAuthor);
  const variables = { LINK: sealed(noticeSecretPlace(1, 'LINK')) };
  const notice = anEmailAcceptance(account, 1, { email: { notice: 'people 1', variables } });
  await storage.emails.acceptEmail(notice);
  // A client's own variables are in clear, whatever they look like.
  const own = { LINK: sealed('elsewhere') };
  await storage.emails.acceptEmail(anEmailAcceptance(account, 2, { email: { variables: own } }));
  await storage.settings.saveSetting('demo.test_key', sealed('demo.test_key'));
  await storage.settings.saveSetting('erasure.key', sealed(erasureKeyPlace));
}

async function addLinks(storage: Storage, sealed: (place: string) => string): Promise<void> {
  const operator = {
    name: 'acme',
    builtIn: false,
    state: 'active',
    settings: { host: 'smsc.example', port: 2775 } as never,
    sealedPassword: sealed(operatorPasswordPlace('acme')),
    createdAtMs: atMs,
  } as const;
  await storage.operators.createOperator(operator, 'test');
  const passwords = {
    sealedPassword: sealed(trunkPasswordPlace('carrier', 'out')),
    sealedAuthInPassword: sealed(trunkPasswordPlace('carrier', 'in')),
  };
  await storage.trunks.createTrunk({ ...aTrunk(), ...passwords }, anAuthor);
  await storage.trunks.createTrunk({ ...aTrunk(), name: 'without a password' }, anAuthor);
}

async function addEndpoint(storage: Storage, sealed: (place: string) => string): Promise<void> {
  const place = { accountId: 1, source: 'extra' } as const;
  const secret = { sealed: sealed(secretPlace(place)), madeAtMs: atMs, untilMs: null };
  const endpoint = {
    ...place,
    url: 'https://a.example/',
    secrets: [secret, { ...secret, untilMs: atMs }],
    events: ['dlr'],
    settings: {
      inFlightMax: 8,
      ratePerS: 7,
      ordering: 'strict',
      timeoutMs: 15_000,
      scheduleS: [5],
      sealedHeaders: sealed(headersPlace(place)),
      ca: '',
      certificate: '',
      sealedKey: sealed(keyPlace(place)),
      autoDisable: true,
      signatures: [],
      sealedSigningKey: sealed(signingKeyPlace(place)),
    },
    createdAtMs: atMs,
  } as const;
  must(await storage.webhooks.addEndpoint(endpoint, 20, anAuthor), 'endpoint');
}

async function addPerson(storage: Storage, sealed: (place: string) => string): Promise<void> {
  const user = {
    email: 'a@acme.example',
    language: 'en' as const,
    password_hash: 'hash',
    administrator: 0 as const,
    state: 'active' as const,
    created_at: atMs,
  };
  const { database } = storage;
  await database.write([{ query: database.build.insertInto('dashboard_user').values(user) }]);
  const factor = { userId: 1, sealedSecret: sealed(totpPlace(1)), step: 7 };
  await storage.people.saveTotp({ ...factor, recoveryHashes: [], sessionId: 1 }, anAuthor);
}
