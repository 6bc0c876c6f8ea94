/** `account settings show`, `account settings set`: what people set of their own account. */
import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { textOf } from '#core/input-form.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { type ReplySignatureMethod, replySignatureMethods } from '#core/signature-words.ts';
import { ownSettingsShape } from './account-input.ts';
import type { AccountStore } from './account-store.ts';
import {
  readUrls,
  saveUrls,
  secretsView,
  type UrlPorts,
  urlsView,
  viewUrls,
} from './account-urls.ts';
import { accountView } from './account-view.ts';
import { accountForms } from './words.ts';

export type SignatureWish = {
  readonly method: ReplySignatureMethod | 'off';
  readonly secret: string | undefined;
};

/** Signatures inside the bodies of replies. */
export interface ReplySignatures {
  find(accountId: number): Promise<ReplySignatureMethod | 'off'>;
  /** Gives the new secret of a method, where none is given. */
  save(accountId: number, wish: SignatureWish, author: Author): Promise<string | undefined>;
}

type SettingPorts = UrlPorts & {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'changeAccount'>;
  readonly replySignatures: ReplySignatures;
};

const replySignature = z.enum(['off', ...replySignatureMethods]);

/** Longer than any that people use; HMAC hashes what is longer than a block. */
const replySecret = textOf(
  { read: (text) => (/^[\x21-\x7e]{8,200}$/.test(text) ? text : undefined) },
  accountForms.replySecret,
  { isSecret: true },
);

const settingsView = z.object({
  endpoints: urlsView,
  ...accountView.pick({ transliterate: true, keyPlaces: true, timeZone: true, xmlForm: true })
    .shape,
  /** How replies to long numbers are signed inside: `timestamp`, `nonce` and `sig`. */
  replySignature,
});

export const showSettings = operation({
  name: 'account settings show',
  does: 'reads',
  needs: 'manage keys',
  output: settingsView,
  refusals: ['account is not there'],
  run: (ports: SettingPorts, _, { accountId }) => viewSettings(accountId, ports),
});

export const setSettings = operation({
  name: 'account settings set',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: ['account settings show', 'account show', 'endpoint list'],
  input: z.strictObject({
    ...ownSettingsShape,
    replySignature: replySignature.optional(),
    replySecret: replySecret.optional(),
  }),
  output: settingsView.extend({
    secrets: secretsView.extend({ replySignature: z.string().optional() }),
  }),
  refusals: [
    'account is not there',
    'account would not change',
    'secret needs a method',
    'URL cannot be used',
  ],
  async run(
    ports: SettingPorts,
    { replySignature: method, replySecret: secret, ...given },
    caller,
  ) {
    const { accountId, actor, atMs } = caller;
    const author = { actor, atMs };
    const { transliterate, keyPlaces, timeZone, xmlForm } = given;
    if (secret !== undefined && (method === undefined || method === 'off')) {
      return refuse('secret needs a method', { field: 'replySecret' });
    }
    if (method === undefined && Object.keys(given).length === 0) {
      return refuse('account would not change');
    }
    const urls = readUrls(given, ports);
    if (urls instanceof Refusal) return urls;
    const secrets = await saveUrls(accountId, urls, { urls: ports.accountUrls, author });
    const signing =
      method === undefined
        ? undefined
        : await ports.replySignatures.save(accountId, { method, secret }, author);
    const change = { transliterate, keyPlaces, timeZone, xmlForm };
    if (Object.values(change).some((value) => value !== undefined)) {
      await ports.accounts.changeAccount(accountId, change, author);
    }
    const settings = await viewSettings(accountId, ports);
    if (settings instanceof Refusal) return settings;
    return { ...settings, secrets: { ...secrets, replySignature: signing } };
  },
});

async function viewSettings(accountId: number, ports: SettingPorts) {
  const account = await ports.accounts.findAccount(accountId);
  if (account === undefined) {
    return refuse('account is not there', { params: { account: accountId } });
  }
  const { transliterate, keyPlaces, timeZone, xmlForm } = account;
  const endpoints = await viewUrls(accountId, ports);
  const signature = await ports.replySignatures.find(accountId);
  return { endpoints, transliterate, keyPlaces, timeZone, xmlForm, replySignature: signature };
}
