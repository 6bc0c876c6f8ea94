/** `POST /v1/vn/send`: `/v1/send` under other names, from a number of the account's own to one phone. */
import { Fields } from '#api/parameters/fields.ts';
import type { Parameters } from '#api/parameters/parameters.ts';
import type { Run } from './command.ts';
import { type RepeatPorts, type SendPorts, sendSms } from './send-sms.ts';

/** The names of this command, and those that `send` has for the same. */
const names = [
  ['from', 'virtualNumber'],
  ['to', 'phoneNumbers'],
] as const;

const ownNames: ReadonlyMap<string, string> = new Map(names.map(([own, sent]) => [sent, own]));

export function sendFromNumber(ports: SendPorts & RepeatPorts): Run {
  const send = sendSms(ports);
  return async (call) => {
    const fields = new Fields(call.parameters);
    if (fields.value('from') === undefined) fields.miss('sending number is missing', 'from');
    if (fields.value('to') === undefined) fields.miss('phone numbers are missing', 'to');
    if (fields.value('message') === undefined) fields.miss('message is missing', 'message');
    if (fields.refusal !== undefined) return fields.refusal;
    const answer = await send({ ...call, parameters: renamed(call.parameters) });
    if (answer.ok) return answer;
    const [first, ...others] = answer.problems;
    return { ...answer, problems: [inOwnNames(first), ...others.map(inOwnNames)] };
  };
}

/** The other parameters are the same ones. */
function renamed(given: Parameters): Parameters {
  return given.with(Object.fromEntries(names.map(([own, sent]) => [sent, given.get(own) ?? null])));
}

function inOwnNames<Problem extends { readonly field?: string | undefined }>(problem: Problem) {
  const own = problem.field === undefined ? undefined : ownNames.get(problem.field);
  return own === undefined ? problem : { ...problem, field: own };
}
