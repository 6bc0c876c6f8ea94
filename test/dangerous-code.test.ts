/** What the sources must not do, read from the sources themselves. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { hashApiKey, makeApiKey } from '#accounts/api-key.ts';

const root = path.join(import.meta.dirname, '..');

type Line = { readonly file: string; readonly text: string };

async function linesOf(pattern: string): Promise<readonly Line[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: root }));
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  assert.ok(sources.length > 20, `${pattern} finds the sources`);
  const read = sources.map(async (file): Promise<readonly Line[]> => {
    const text = await readFile(path.join(root, file), 'utf8');
    return text.split('\n').map((line) => ({ file, text: line }));
  });
  return (await Promise.all(read)).flat();
}

const server = await linesOf('src/**/*.ts');
const pages = await linesOf('dashboard/**/*.{ts,tsx}');

function filesWith(lines: readonly Line[], form: RegExp): readonly string[] {
  return [
    ...new Set(lines.filter(({ text }) => form.test(text)).map(({ file }) => file)),
  ].toSorted();
}

const isComposition = (file: string): boolean => /^src\/(?:app\/|app\.ts|move\.ts)/.test(file);

/** A command that fails ends, and says so. */
const isCommand = (file: string): boolean => /^src\/(?:cli|webhooks\/forward)\//.test(file);

suite('what is dangerous', () => {
  test('the sources start no program, and run no text as code', () => {
    const code = /\beval\(|new Function\(|\bvm\.|node:vm|child_process/;
    assert.deepEqual(filesWith(server, code), []);
    assert.deepEqual(
      filesWith(pages, /\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML/),
      [],
    );
  });

  test('patterns hold no words of others that are not escaped', () => {
    const known = [
      // Names of elements, calling codes and separators: lists of ours, and the library's plans.
      'src/api/pages/html.ts',
      'src/core/csv-table.ts',
      'src/core/email-address.ts',
      'src/core/numbering-plan.ts',
      'src/core/phone-number.ts',
      'src/mail/catcher/shown-html.ts',
      'src/mail/tracking/html-links.ts',
      'src/numbers/trunks/traced-message.ts',
      // A phone or an address, with each sign of patterns escaped.
      'src/storage/queries/erasures/event-part.ts',
    ];
    assert.deepEqual(filesWith(server, /new RegExp\(/), known);
    assert.deepEqual(filesWith(pages, /new RegExp\(/), []);
  });

  test('pages listen to no messages of others', () => {
    // Ports of our own threads and our own WebSocket have such an event, too.
    const listens =
      /(?:^|[^.\w]|window\.|globalThis\.|self\.)addEventListener\(\s*['"]message|(?:window|globalThis|self)\.onmessage/;
    assert.deepEqual(filesWith(pages, listens), []);
    // A frame that has no origin, runs nothing and loads nothing, shows what it is given.
    const frame = 'src/api/pages/mail/mail-frame.ts';
    const api = server.filter(({ file }) => file.startsWith('src/api/'));
    assert.deepEqual(filesWith(api, listens), [frame]);
  });

  test('chance that nobody may guess comes from the system', () => {
    const places = filesWith(server, /Math\.random\b/);
    // There it goes to engines, for pauses and turns; what is secret asks node:crypto.
    assert.deepEqual(
      places.filter((file) => !isComposition(file)),
      [],
    );
    const makers = filesWith(server, /\b(?:randomBytes|randomInt|generateKeyPair(?:Sync)?)\(/);
    for (const secret of [
      'accounts/api-key.ts',
      'accounts/invitation.ts',
      'people/totp.ts',
      'people/recovery-codes.ts',
    ]) {
      assert.ok(makers.includes(`src/${secret}`), secret);
    }
    assert.deepEqual(filesWith(pages, /Math\.random\b/), []);
  });

  test('what comes from outside is entered through a boundary', async () => {
    const entry =
      /\.(?:on|once|addListener)\(\s*'[\w-]+',\s*(?<call>[^;]{0,90})|(?:setImmediate|queueMicrotask|process\.nextTick|atTurnEnd)\(\s*(?:'\w+',\s*)?(?<later>[^;]{0,90})/g;
    // Guarded there, or without anything in it that could fail.
    const harmless = [
      /^\w+\.guard\(/,
      /^(?:ignored|resolve|reject)\b/,
      /^\(?[\w: ]*\)?\s*=>\s*(?:undefined|\w+\.run\(|resolve\(|reject\()/,
      // Made by `guard` a few lines before.
      /^(?:this\.#)?(?:accept|close|failed|fail|go|leave|onClose|onData|onError|pump|ready|flushAtTurnEnd|stop|take)\)/,
    ];
    const known = [
      // Their callbacks are one step each, or run behind a boundary within.
      'src/api/http/connection.ts',
      'src/api/http/connections.ts',
      'src/api/http/http-server.ts',
      'src/api/http/http-stream.ts',
      'src/api/http/web-socket.ts',
      // The end of a thread, which ends the process; what it is told is guarded.
      'src/app/threads/engine-thread-client.ts',
      'src/app/threads/engine-thread.ts',
      // Wakes another thread; puts lanes into a message.
      'src/app/threads/event-sender.ts',
      'src/app/threads/thread-hints.ts',
      // Throws on purpose where nobody listens.
      'src/core/boundary.ts',
      // The thread is the boundary: its death is an answer that does not come.
      'src/core/side-work.ts',
      // Calls what its caller guards.
      'src/core/turns.ts',
      // Settles promises.
      'src/doctor/ports.ts',
      // What no boundary has caught.
      'src/main.ts',
      // Settles promises.
      'src/simulator/answers.ts',
      'src/sms/receipts/receipt-service.ts',
      // The writer: its failure ends the process, because no write would succeed any more.
      'src/storage/sqlite/inline-writer.ts',
      'src/storage/sqlite/linked-writer.ts',
      'src/storage/sqlite/writer-client.ts',
      'src/storage/sqlite/writer.ts',
    ];
    const files = [...new Set(server.map(({ file }) => file))].filter((file) => !isCommand(file));
    const found: string[] = [];
    for (const file of files) {
      const text = await readFile(path.join(root, file), 'utf8');
      const entries = [...text.matchAll(entry)].map(
        ({ groups }) => groups?.['call'] ?? groups?.['later'] ?? '',
      );
      if (entries.some((call) => !harmless.some((form) => form.test(call)))) found.push(file);
    }
    assert.deepEqual(found.toSorted(), known);
  });

  test('weak digests stand only where a protocol asks for them', () => {
    assert.deepEqual(filesWith(server, /'(?:md5|md5hash|sha1|SHA1|MD5)'/), [
      'src/core/signature-words.ts',
      'src/numbers/sip/digest-server.ts',
      'src/numbers/sip/digest.ts',
      'src/people/totp.ts',
      'src/webhooks/reply-signature.ts',
    ]);
  });

  test('no file holds an API key or something sealed', async () => {
    const files = await Array.fromAsync(
      glob('{*,{bench,bin,clients,dashboard,deploy,docs,fixtures,src,test,tools}/**/*}', {
        cwd: root,
        withFileTypes: true,
        exclude: (entry) => entry.name === 'node_modules',
      }),
    );
    const found: string[] = [];
    for (const entry of files.filter((each) => each.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      const text = await readFile(file, 'latin1');
      const keys = text.match(/\b(?:live|test)_[A-Za-z0-9]{49}\b/g) ?? [];
      if (keys.some((key) => hashApiKey(key) !== undefined)) found.push(file);
      if (/\bv1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}/.test(text)) found.push(file);
    }
    assert.ok(files.length > 1_000, 'the files are found');
    assert.deepEqual(found, []);
    const made = makeApiKey('live');
    assert.match(made, /^live_[A-Za-z0-9]{49}$/, 'a key would be');
  });
});
