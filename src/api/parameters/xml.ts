/**
 * XML bodies: any root element, its children are the parameters. Every value is text, exactly as
 * written; a repeated element, or one that holds only `<item>` or `<entry>`, is a list.
 */
import type { Parsed } from './form.ts';
import { depthMax, emptyValues, type Value, type Values } from './value.ts';
import { type Element, elementsMax, readXml } from './xml-reader.ts';

export function parseXml(text: string): Parsed {
  const root = readXml(text);
  if (typeof root !== 'string') return { ok: true, values: groupByName(root.children) };
  const max = root === 'nesting is too deep' ? depthMax : elementsMax;
  return { ok: false, problem: { word: root, details: { max } } };
}

function readValue({ text, children }: Element): Value {
  if (children.length === 0) return text;
  const isListed = children.every(({ name }) => name === 'item' || name === 'entry');
  return isListed ? children.map(readValue) : groupByName(children);
}

function groupByName(children: readonly Element[]): Values {
  const values = emptyValues();
  for (const [name, group] of Map.groupBy(children, (child) => child.name)) {
    const members = group.map(readValue);
    const [first = ''] = members;
    values[name] = members.length === 1 ? first : members;
  }
  return values;
}
