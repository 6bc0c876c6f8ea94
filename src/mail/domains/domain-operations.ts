/** `domain list`, `all`, `add`, `show`, `check`, `rotate`, `keep`, `remove`: the domains that emails are sent from. */
import { z } from 'zod';
import { isTyped } from '#core/author.ts';
import { idInput } from '#core/common-inputs.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { sentenceView } from '#core/sentence-view.ts';
import {
  accountOfDomain,
  type DomainPorts,
  domainInput,
  domainView,
  findDomain,
  neededView,
  viewDomain,
  viewNeeded,
} from './domain-input.ts';
import { addDomain as add, examineDomain, rotateDomain as rotate } from './domain-service.ts';
import { domainsMax } from './mail-domain.ts';

const lists = ['domain list', 'domain all'];
const changes = [...lists, 'domain show'];
const named = z.strictObject({ domain: domainInput });
const listed = z.object({ domains: z.array(domainView) });
/** In both languages: the reader of a page chooses. */
const notFound = ['domain is not there', 'several accounts have the domain'] as const;

export const listDomains = operation({
  name: 'domain list',
  does: 'reads',
  needs: 'read facts',
  output: listed,
  run: async ({ mailDomains: { store } }: DomainPorts, _, { accountId }) => ({
    domains: (await store.listDomains(accountId)).map(viewDomain),
  }),
});

export const listAllDomains = operation({
  name: 'domain all',
  does: 'reads',
  needs: 'administrator',
  output: listed,
  run: async ({ mailDomains: { store } }: DomainPorts) => ({
    domains: (await store.listDomains()).map(viewDomain),
  }),
});

export const addDomain = operation({
  name: 'domain add',
  does: 'writes',
  needs: 'manage keys',
  changes,
  positional: ['domain'],
  input: named,
  output: neededView,
  refusals: [
    'domain is there',
    'domain is a mailbox provider',
    'domain is of another account',
    'too many domains',
  ],
  async run(ports: DomainPorts, { domain }, caller) {
    const added = await add(caller.accountId, domain, ports.mailDomains, caller);
    return added.ok
      ? viewNeeded(added.domain, ports)
      : refuse(added.refusal, { field: 'domain', params: { domain, max: domainsMax } });
  },
});

export const showDomain = operation({
  name: 'domain show',
  does: 'reads',
  needs: 'read facts',
  accountOf: accountOfDomain,
  positional: ['domain'],
  input: named,
  output: neededView,
  refusals: notFound,
  async run(ports: DomainPorts, input, { accountId }) {
    const domain = await findDomain(ports, input, accountId);
    return domain instanceof Refusal ? domain : viewNeeded(domain, ports);
  },
});

export const checkDomain = operation({
  name: 'domain check',
  does: 'writes',
  needs: 'read facts',
  changes,
  accountOf: accountOfDomain,
  positional: ['domain'],
  input: named,
  output: z.object({
    domain: z.string(),
    account: z.int(),
    verdict: z.string(),
    sentence: sentenceView,
    proved: z.boolean(),
    /** Another account has proved it. */
    isTaken: z.boolean(),
    records: z.array(
      z.object({
        purpose: z.string(),
        type: z.string(),
        name: z.string(),
        expected: z.string(),
        found: z.array(z.string()),
        verdict: z.enum(['ok', 'wrong', 'missing', 'unknown']),
        why: sentenceView,
        isRequired: z.boolean(),
      }),
    ),
  }),
  refusals: notFound,
  async run(ports: DomainPorts, input, caller) {
    const domain = await findDomain(ports, input, caller.accountId);
    if (domain instanceof Refusal) return domain;
    const standing = await examineDomain(domain, ports.mailDomains, caller);
    const { verdict, sentence, records } = standing.report;
    return {
      domain: domain.name,
      account: domain.accountId,
      verdict,
      sentence,
      proved: standing.isVerified,
      isTaken: standing.isTaken,
      records: records.map(({ found, ...record }) => ({ ...record, found: [...found] })),
    };
  },
});

export const rotateDomain = operation({
  name: 'domain rotate',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes,
  accountOf: accountOfDomain,
  positional: ['domain'],
  input: z.strictObject({ domain: domainInput, force: z.boolean().default(false) }),
  output: neededView,
  refusals: [...notFound, 'next key is not in the DNS', 'rotated by another'],
  async run(ports: DomainPorts, { force, ...input }, caller) {
    const domain = await findDomain(ports, input, caller.accountId);
    if (domain instanceof Refusal) return domain;
    // The account's own people wait for the DNS.
    const how = { force: force && isTyped(caller) };
    const rotated = await rotate(domain, how, ports.mailDomains, caller);
    if (rotated !== 'rotated') return refuse(rotated);
    const now = await findDomain(ports, input, caller.accountId);
    return now instanceof Refusal ? now : viewNeeded(now, ports);
  },
});

export const keepDomain = operation({
  name: 'domain keep',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['domain'],
  input: z.strictObject({
    domain: domainInput,
    account: idInput.optional(),
    off: z.boolean().default(false),
  }),
  output: z.object({ domain: z.string(), staysHere: z.boolean() }),
  refusals: notFound,
  async run(ports: DomainPorts, { account, off, ...input }, author) {
    const domain = await findDomain(ports, input, account);
    if (domain instanceof Refusal) return domain;
    await ports.mailDomains.store.keepHere(domain, !off, author);
    return { domain: domain.name, staysHere: !off };
  },
});

export const removeDomain = operation({
  name: 'domain remove',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  fresh: true,
  // Not what shows it: a page that is open asks for what is gone.
  changes: [...lists, 'sender list'],
  accountOf: accountOfDomain,
  positional: ['domain'],
  input: named,
  output: z.object({ removed: z.string() }),
  refusals: notFound,
  async run(ports: DomainPorts, input, caller) {
    const domain = await findDomain(ports, input, caller.accountId);
    if (domain instanceof Refusal) return domain;
    await ports.mailDomains.store.removeDomain(domain.accountId, domain.name, caller);
    return { removed: domain.name };
  },
});
