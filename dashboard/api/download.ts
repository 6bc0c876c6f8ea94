/** A file of the server's, saved under a name; a fresh sign-in is asked for where it needs one. */
import { type ApiFailure, failureOf } from './api-failure.ts';
import { hooks } from './with-person.ts';

/** Throws an ApiFailure. */
export async function download(path: string, name: string): Promise<void> {
  const first = await ask(path);
  if (first instanceof Blob) return save(first, name);
  if (first.word === 'nobody is signed in') hooks.sessionEnded();
  if (first.word !== 'sign-in is not fresh' || !(await hooks.confirmPerson())) throw first;
  const second = await ask(path);
  if (!(second instanceof Blob)) throw second;
  save(second, name);
}

async function ask(path: string): Promise<Blob | ApiFailure> {
  const response = await fetch(path, {
    headers: { 'Accept-Language': document.documentElement.lang },
    redirect: 'error',
  });
  if (response.ok) return response.blob();
  return failureOf(response.status, await response.json().catch(() => undefined), response.headers);
}

/** What a page has already, as a file. */
export function saveJson(value: unknown, name: string): void {
  saveText(`${JSON.stringify(value, undefined, 2)}\n`, name, 'application/json');
}

export function saveText(text: string, name: string, type: string): void {
  save(new Blob([text], { type }), name);
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
