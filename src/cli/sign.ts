/** `parley account sign-replies`: a signature inside the body of replies, besides the one that every webhook has. */
import { replySignatureMethods } from '#core/signature-words.ts';
import { oneOf, type ValueKind } from '#core/value-kind.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { maybe, needed } from './option.ts';
import { type PasswordReading, readPassword } from './password.ts';
import { filePath, id } from './written-values.ts';

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
    const { storage, sealer } = installation;
    if ((await storage.accounts.findAccount(account)) === undefined) {
      return failed(`There is no account ${account}`);
    }
    const author = authorNow(clock);
    if (method === 'off') {
      await storage.endpoints.saveReplySigner(account, null, author);
      return done(`Replies of account ${account} are not signed inside.\n`, { account, method });
    }
    const typed = own?.password ?? (await readInput())?.trim() ?? '';
    const secret = typed === '' ? installation.makeSecret() : writtenSecret.read(typed);
    if (secret === undefined) return failed(`The secret must be ${writtenSecret.form}`);
    const sealedSecret = sealer.seal(secret, replySecretPlace(account));
    await storage.endpoints.saveReplySigner(account, { method, sealedSecret }, author);
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

export const signCommands = [signReplies];
