/** `parley listen`: webhooks on a developer's machine, without an address that others can reach. */

import { writtenDuration } from '#core/moment.ts';
import type { ValueKind } from '#core/value-kind.ts';
import { command, done, failed, misused } from './command.ts';
import { maybe, needed } from './option.ts';

const webAddress: ValueKind<URL> = {
  form: 'an address that begins with http:// or https://',
  read(text) {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
  },
};

const kinds: ValueKind<string> = {
  form: 'event types such as dlr or reply, separated by commas',
  read: (text) => (/^[a-z._]+(?:,[a-z._]+)*$/.test(text) ? text : undefined),
};

const key: ValueKind<string> = {
  form: 'an API key',
  read: (text) => (/^[\x21-\x7e]+$/.test(text.trim()) ? text.trim() : undefined),
};

export const listen = command({
  name: 'listen',
  sentence: 'Forwards copies of an account’s webhooks to a program on this machine, as they occur.',
  takes: {},
  options: {
    forward: needed(webAddress, 'URL', 'URL to forward to, such as http://localhost:3000/hook.'),
    events: maybe(kinds, 'KINDS', 'Event types to forward, such as dlr,reply. Default: all.'),
    since: maybe(
      writtenDuration,
      'TIME',
      'Also forward events since this long ago, such as 1h. Default: none.',
    ),
    server: maybe(
      webAddress,
      'URL',
      'URL of the server. Default: the server of this installation on this machine.',
    ),
    key: maybe(key, 'KEY', 'API key of the account. Default: read from standard input.'),
  },
  async run(
    { forward, events, since, server, key: given },
    { config, listen: start, readInput, tell },
  ) {
    const asked = given ?? key.read((await readInput()) ?? '');
    if (asked === undefined)
      return misused('--key is missing; the key can also be given on standard input');
    const address = new URL(
      '/v1/events/stream',
      server ?? `${config.scheme}://localhost:${config.port}`,
    );
    if (events !== undefined) address.searchParams.set('event', events);
    if (since !== undefined) address.searchParams.set('since', String(Math.ceil(since / 1_000)));
    const refusal = await start({ address, key: asked, forward, tell });
    return refusal === undefined ? done('', {}) : failed(refusal);
  },
});
