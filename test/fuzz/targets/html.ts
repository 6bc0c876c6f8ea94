/** The HTML that a customer sends: its links found and changed, its tags stripped, its template compiled. */
import assert from 'node:assert/strict';
import { stripTags } from '#mail/message/strip-tags.ts';
import { compileTemplate, fillTemplate } from '#mail/message/template.ts';
import { changeLinks, linksIn } from '#mail/tracking/html-links.ts';
import { latin1, type Target } from '../engine/target.ts';

export const html: Target = {
  name: 'html',
  protocol: 'mail',
  seeds: latin1(
    '<html><body><a href="https://example.com/?a=1&amp;b">x</a><!-- <a href=y> --><script>"</a>"</script><AREA HREF=\'z\' data-no-track></body></html>',
    '<style>a{}</style><p>Hello {{ name }} {{unsubscribe}}</p><a href=http://a.example/x title="a>b">&#x41;&#66;</a>',
    '<textarea><a href="q"></textarea><a/href="w"><a href = "e" href="r">',
  ),
  read: (octets) => {
    const text = octets.toString();
    const found = linksIn(text);
    let asked = 0;
    changeLinks(text, () => {
      asked += 1;
      return 'https://t.example/1';
    });
    assert.ok(asked <= found.length);
    stripTags(text);
    fillTemplate(compileTemplate(text, 'html'), [{ name: text }]);
  },
};
