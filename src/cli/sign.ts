/** `parley endpoint sign` and `account sign-replies`: signatures besides the one that every webhook has. */
import {
  replySignatureMethods,
  type SignatureScheme,
  signatureSchemes,
} from '#core/signature-words.ts';
import { listOf, oneOf, type ValueKind } from '#core/value-kind.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { maybe, needed } from './option.ts';
import { type PasswordReading, readPassword } from './password.ts';
import { filePath, id } from './written-values.ts';

/** Those by a key of their own, whose public half is for everybody. */
const keyed: ReadonlySet<SignatureScheme> = new Set(['v1a', 'rfc9421']);

const signEndpoint = command({
  name: 'endpoint sign',
  sentence: 'Has an endpoint’s webhooks signed in further ways, beside the usual one.',
  takes: { endpoint: needed(id, 'ID', 'The endpoint.') },
  options: {
    with: needed(
      listOf(...signatureSchemes),
      'WAYS',
      'v1a (ed25519), hub (X-Hub-Signature-256), rfc9421 (ed25519), rfc9421-hmac; or none.',
    ),
  },
  async run({ endpoint: endpointId, with: signatures }, { open, clock }) {
    await using installation = await open();
    const { storage, signing } = installation;
    const endpoint = await storage.webhooks.findEndpoint(endpointId);
    if (endpoint === undefined) return failed(`There is no endpoint ${endpointId}`);
    const key = signatures.some((scheme) => keyed.has(scheme))
      ? signing.signingKey(endpoint)
      : undefined;
    const sealedSigningKey = key?.sealed ?? endpoint.settings.sealedSigningKey;
    const change = { signatures, sealedSigningKey };
    const isThere = await storage.webhooks.saveSignatures(endpoint, change, authorNow(clock));
    if (!isThere) return failed(`There is no endpoint ${endpointId}`);
    const ways = signatures.length === 0 ? 'the usual one alone' : signatures.join(', ');
    const publicKey = key === undefined ? '' : `Verify with ${key.publicText}\n`;
    return done(`Endpoint ${endpointId} is signed with ${ways}.\n${publicKey}`, {
      endpoint: endpointId,
      signatures,
      ...(key !== undefined && { publicKey: key.publicText }),
    });
  },
});

/** Longer than any that people use; HMAC hashes what is longer than a block. */
const secretMax = 200;

const writtenSecret: ValueKind<string> = {
  form: `a secret of 8 to ${secretMax} visible characters`,
  read: (text) => (/^[\x21-\x7e]{8,200}$/.test(text) ? text : undefined),
};

const signReplies = command({
  name: 'account sign-replies',
  sentence: 'Has what phones write to an account’s long numbers signed inside the body.',
  takes: { account: needed(id, 'ACCOUNT', 'The account.') },
  options: {
    method: needed(
      oneOf(...replySignatureMethods, 'off'),
      'METHOD',
      `${replySignatureMethods.join(', ')} or off: of the fields timestamp, nonce and sig.`,
    ),
    secret: maybe(writtenSecret, 'SECRET', 'From standard input unless given; else one is made.'),
    secretFile: maybe(filePath, 'FILE', 'The same from a file; --secret-file=- is standard input.'),
  },
  async run({ account, method, ...given }, { open, clock, readInput }) {
    const own = await readGiven(given, readInput);
    if (own?.ok === false) return misused(own.problem);
    await using installation = await open();
    const { storage, sealer, signing } = installation;
    if ((await storage.accounts.findAccount(account)) === undefined) {
      return failed(`There is no account ${account}`);
    }
    const author = authorNow(clock);
    if (method === 'off') {
      await storage.replySigners.saveReplySigner(account, null, author);
      return done(`Replies of account ${account} are not signed inside.\n`, { account, method });
    }
    const typed = own?.password ?? (await readInput())?.trim() ?? '';
    const secret = typed === '' ? installation.makeSecret() : writtenSecret.read(typed);
    if (secret === undefined) return failed(`The secret must be ${writtenSecret.form}`);
    const sealedSecret = sealer.seal(secret, signing.replySecretPlace(account));
    await storage.replySigners.saveReplySigner(account, { method, sealedSecret }, author);
    const shown = typed === '' ? { secret } : {};
    const told = typed === '' ? `Its secret is ${secret}\n` : '';
    return done(
      `Replies of account ${account} are signed inside with ${method}.\n${told}`,
      {
        account,
        method,
        ...shown,
      },
      own?.warnings,
    );
  },
});

type GivenSecret = {
  readonly secret: string | undefined;
  readonly secretFile: string | undefined;
};

async function readGiven(
  { secret: password, secretFile: passwordFile }: GivenSecret,
  readInput: () => Promise<string | undefined>,
): Promise<PasswordReading | undefined> {
  if (password === undefined && passwordFile === undefined) return undefined;
  const places = { password, passwordFile, readInput };
  return readPassword({ ...places, name: 'secret', kind: writtenSecret });
}

export const signCommands = [signEndpoint, signReplies];
