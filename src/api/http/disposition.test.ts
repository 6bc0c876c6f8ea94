import assert from 'node:assert/strict';
import { test } from 'node:test';
import { downloadHeaders } from './surface-headers.ts';

test('a name with quotes, line ends and letters beyond ASCII stays one field of the header', () => {
  const name = 'é"; filename=evil.html\r\nSet-Cookie: a=b\0/../😀';
  const headers = downloadHeaders('text/plain', name);
  const disposition = headers[headers.indexOf('Content-Disposition') + 1] ?? '';
  const form =
    /^attachment; filename="(?<plain>[^"\\\r\n]*)"; filename\*=UTF-8''(?<whole>[\w.~%!-]+)$/;
  const { plain = '', whole = '' } = form.exec(disposition)?.groups ?? {};
  assert.match(plain, /^[ -~]+$/);
  assert.ok(!plain.includes('/'));
  assert.equal(decodeURIComponent(whole), name);
});
