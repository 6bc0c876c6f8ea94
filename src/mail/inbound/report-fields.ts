/** Groups of fields as reports have them (RFC 3464 §2.1, RFC 5965 §3): header fields with blank lines between. */

/** By their names in lower case; the first of a name counts. */
export type ReportFields = ReadonlyMap<string, string>;

const groupsMax = 100;
const fieldMax = 4_000;

export function readFieldGroups(text: string): readonly ReportFields[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/, groupsMax)
    .map((group) => readFields(group))
    .filter((fields) => fields.size > 0);
}

function readFields(group: string): ReportFields {
  const fields = new Map<string, string>();
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (/^[a-z0-9-]+$/.test(name) && !fields.has(name)) {
      fields.set(name, line.slice(colon + 1, colon + fieldMax).trim());
    }
  }
  return fields;
}

/** RFC 3464 §2.1.2: `rfc822; a@b.example` without its type; RFC 6533 §3: `utf-8;` as well. */
export function withoutType(value: string | undefined): string {
  return (value ?? '').replace(/^[\w-]+\s*;\s*/, '').trim();
}
