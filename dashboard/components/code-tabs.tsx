/** The same call in several languages; the one that is chosen is copied as it stands. */
import { Tabs } from '@mantine/core';
import classes from './code-tabs.module.css';
import { CopyButton } from './copy-button.tsx';

export type Snippet = { readonly name: string; readonly code: string };

type CodeTabsProps = { readonly snippets: readonly Snippet[]; readonly label: string };

export function CodeTabs({ snippets, label }: CodeTabsProps) {
  return (
    <Tabs defaultValue={snippets[0]?.name ?? ''} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ name, code }) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock code={code} label={name} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Code that can be read by keyboard, and copied. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div className={classes['block']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={classes['code']} tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
      <div className={classes['copy']}>
        <CopyButton text={code} />
      </div>
    </div>
  );
}
