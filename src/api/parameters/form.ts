/** Query strings and urlencoded forms, with the brackets that PHP writes for lists and objects. */
import type { Problem } from '#api/reply.ts';
import {
  depthMax,
  emptyValues,
  formatName,
  parametersMax,
  startOf,
  type Value,
  type Values,
} from './value.ts';

export type Parsed =
  | { readonly ok: true; readonly values: Values }
  | {
      readonly ok: false;
      readonly problem: Problem;
      /** What can be read all the same: enough to answer in the format that is asked. */
      readonly values?: Values | undefined;
    };

/** A name that stands twice with different values is refused; `to[]` or `to[0]` makes a list. */
export function parseForm(text: string): Parsed {
  const fail = (problem: Problem): Parsed => ({ ok: false, problem, values: formatIn(text) });
  if (countPairs(text) > parametersMax) {
    return fail({ word: 'too many parameters', details: { max: parametersMax } });
  }
  const root: Branch = new Map();
  let damaged = false;
  for (const [written, value] of new URLSearchParams(text)) {
    damaged ||= value.includes(replacement) || written.includes(replacement);
    const name = written.replace(/^[?\s]+/, '');
    if (name === '') continue;
    const path = parsePath(name);
    if (path.length > depthMax) {
      return fail({ word: 'nesting is too deep', details: { max: depthMax } });
    }
    if (!plant(root, path, value)) {
      return fail({ word: 'parameter is given twice', field: startOf(path[0]) });
    }
  }
  if (damaged && !meansReplacement.test(text)) return fail({ word: 'form is not UTF-8' });
  return { ok: true, values: toValues(root) };
}

/** The format alone, of a form that cannot be trusted, whatever its octets. RFC 3986 §2.3: `%5F` is the same as `_`. */
export function formatIn(text: string): Values {
  const { value } = /(?:^|&)[?+]*(?:_|%5f)format=(?<value>[^&]*)/i.exec(text)?.groups ?? {};
  return value === undefined ? emptyValues() : { [formatName]: value };
}

/** What the decoder writes for bytes that are not UTF-8, unless the client itself wrote it. */
const replacement = '\ufffd';
const meansReplacement = /%ef%bf%bd|\ufffd/i;

function countPairs(text: string): number {
  let pairs = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) pairs += 1;
  return pairs;
}

/** `params[to][0][email]` → params, to, 0, email; anything else is one plain name. */
function parsePath(name: string): readonly [string, ...string[]] {
  const { base, rest } = /^(?<base>[^[\]]+)(?<rest>(?:\[[^[\]]*\])+)$/.exec(name)?.groups ?? {};
  if (base === undefined || rest === undefined) return [name];
  return [base, ...rest.slice(1, -1).split('][')];
}

type Branch = Map<string, Branch | string>;

/** False if another value stands there already. */
function plant(root: Branch, path: readonly [string, ...string[]], value: string): boolean {
  let branch = root;
  for (const [depth, step] of path.entries()) {
    const name = step === '' && depth > 0 ? String(branch.size) : step;
    const there = branch.get(name);
    if (depth === path.length - 1) {
      branch.set(name, value);
      return there === undefined || there === value;
    }
    const next = there ?? new Map<string, Branch | string>();
    if (typeof next === 'string') return false;
    branch.set(name, next);
    branch = next;
  }
  return true;
}

function toValues(branch: Branch): Values {
  const values = emptyValues();
  for (const [name, grown] of branch) values[name] = toValue(grown);
  return values;
}

/** A branch whose names are all numbers is a list. */
function toValue(grown: Branch | string): Value {
  if (typeof grown === 'string') return grown;
  const isIndexed = [...grown.keys()].every((name) => /^\d+$/.test(name));
  return isIndexed ? [...grown.values()].map(toValue) : toValues(grown);
}
