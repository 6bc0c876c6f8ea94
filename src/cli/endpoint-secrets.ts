/** `parley endpoint secret`, `rotate`, `revoke`, `test`: secrets that sign, and whether a receiver takes them. */
import { oneOf, type ValueKind } from '#core/value-kind.ts';
import { overlap, secretsMax } from '#webhooks/management/endpoint-service.ts';
import { verifyingCode } from '#webhooks/management/endpoint-test.ts';
import { sampleKinds } from '#webhooks/management/sample-kinds.ts';
import { parseSecret } from '#webhooks/signature.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { refusalText } from './endpoint-view.ts';
import { maybe, needed, otherwise } from './option.ts';
import { readSecret, secretFileOption } from './own-secret.ts';
import { fields } from './text-table.ts';
import { id, writtenDuration } from './written-values.ts';

const takes = { endpoint: needed(id, 'ID', 'The endpoint.') };

/** Of their own; the service reads it. */
export const secretKind: ValueKind<string> = {
  form: 'whsec_ and the base64 of 24 to 64 bytes',
  read: (text) => (parseSecret(text) === undefined ? undefined : text),
};

const secretShown = command({
  name: 'endpoint secret',
  sentence: 'Shows, once, the secret of an endpoint that a request’s URL has made.',
  takes,
  options: {},
  async run({ endpoint: wanted }, { clock, open }) {
    await using installation = await open();
    const { service, store } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return failed(`There is no endpoint ${wanted}`);
    const shown = await service.showSecret(endpoint, authorNow(clock));
    if (shown.ok) {
      const { secret } = shown;
      return done(`${fields([['secret', secret]])}Keep it now: it is shown this once.\n`, {
        secret,
      });
    }
    return failed(
      shown.why === 'shown already'
        ? `The secret of endpoint ${wanted} has been shown: "parley endpoint rotate ${wanted}" makes another`
        : `Endpoint ${wanted} was changed meanwhile: try again`,
    );
  },
});

const rotate = command({
  name: 'endpoint rotate',
  sentence: 'Makes a new signing secret, which is shown this once; the old one signs for a while.',
  takes,
  options: {
    overlap: maybe(writtenDuration, 'TIME', 'How long the old one signs, 1h to 7d. Default: 24h.'),
    secret: maybe(secretKind, 'SECRET', 'This one; else one is made.'),
    secretFile: secretFileOption,
  },
  async run({ endpoint: wanted, overlap: overlapMs = overlap.usualMs, ...rest }, context) {
    const { clock, open, readInput } = context;
    if (overlapMs < overlap.minMs || overlapMs > overlap.maxMs) {
      return misused('--overlap must be 1h to 7d');
    }
    const own = await readSecret(secretKind, { ...rest, readInput });
    if (!own.ok) return misused(own.problem);
    await using installation = await open();
    const { service, store } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return failed(`There is no endpoint ${wanted}`);
    const given = { overlapMs, secret: own.secret };
    const rotated = await service.rotate(endpoint, given, authorNow(clock));
    if (rotated.ok) {
      const { secret } = rotated;
      const text = `${fields([['secret', secret]])}Keep it now: it is shown this once.\n`;
      return done(text, { secret }, own.warnings);
    }
    if (rotated.why === 'fields') return failed(refusalText(rotated.refusals));
    return failed(
      rotated.why === 'too many secrets'
        ? `${secretsMax} secrets of endpoint ${wanted} sign: revoke the old ones first`
        : `Endpoint ${wanted} was changed meanwhile: try again`,
    );
  },
});

const revoke = command({
  name: 'endpoint revoke',
  sentence: 'Ends all secrets of an endpoint but the newest, now.',
  takes,
  options: {},
  async run({ endpoint: wanted }, { clock, open }) {
    await using installation = await open();
    const { service, store } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return failed(`There is no endpoint ${wanted}`);
    return (await service.revoke(endpoint, authorNow(clock)))
      ? done(`Only the newest secret of endpoint ${wanted} signs.\n`, { endpoint: wanted })
      : failed(`Endpoint ${wanted} was changed meanwhile: try again`);
  },
});

const test = command({
  name: 'endpoint test',
  sentence: 'Posts a signed sample to an endpoint, once, and shows what came back.',
  takes,
  options: {
    event: otherwise('dlr', oneOf(...sampleKinds), 'KIND', `${sampleKinds.join(', ')}.`),
  },
  async run({ endpoint: wanted, event }, { open }) {
    await using installation = await open();
    const { store, test: post } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return failed(`There is no endpoint ${wanted}`);
    const tested = await post(endpoint, event);
    if (!tested.ok) return failed('Too many tests were made: try again in a minute');
    const { received, problem, answer, request } = tested;
    const { phases } = answer;
    const facts = fields([
      ['received', received ? 'yes' : `no: ${problem}`],
      ['status', answer.status === 0 ? '-' : String(answer.status)],
      ['address', answer.ip === '' ? '-' : answer.ip],
      ['milliseconds', String(Math.round(answer.durationMs))],
      [
        'of these',
        Object.entries(phases)
          .map(([name, ms]) => `${name.slice(0, -2)} ${ms}`)
          .join(', '),
      ],
    ]);
    const asked = request.replaceAll('\r\n', '\n');
    const came = `${answer.head}${answer.body.slice(0, 4_096)}`.replace(/[^\x20-\x7e\n]/g, '');
    return done(
      `${facts}\nSent:\n${asked}\n\nCame back:\n${came}\n\nTo verify it:\n${verifyingCode}`,
      { received, problem, status: answer.status, ip: answer.ip, phases, request, response: came },
    );
  },
});

export const endpointSecrets = [secretShown, rotate, revoke, test];
