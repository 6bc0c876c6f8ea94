/** The thread in which html becomes text: a page made to be slow holds up nobody but itself. */
import { compile, type FormatCallback } from 'html-to-text';
import { answerAside } from '#core/side-work.ts';

/** What a picture says, not where it lies. */
const pictureText: FormatCallback = (element, _walk, builder) => {
  const { alt = '' } = (element.attribs ?? {}) as Record<string, string | undefined>;
  if (alt !== '') builder.addInline(alt);
};

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const unread = ['script', 'style', 'title', 'template'];

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 256, maxChildNodes: 20_000 },
  formatters: { pictureText },
  selectors: [
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ...unread.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    // Of tables that lay out a page, which most do in mails, each cell is a block.
    { selector: 'td', format: 'block' },
    { selector: 'th', format: 'block' },
    { selector: 'img', format: 'pictureText' },
  ],
});

answerAside((html: string) => convert(html));
