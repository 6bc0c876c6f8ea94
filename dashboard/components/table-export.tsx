/** The button that saves one table of the statistics as CSV. */
import { VisuallyHidden } from '@mantine/core';
import { DownloadButton } from './download-button.tsx';

type TableExportProps = {
  readonly path: string;
  readonly name: string;
  /** Which table, to those who do not see where it stands. */
  readonly title: string;
};

export function TableExport({ path, name, title }: TableExportProps) {
  return (
    <DownloadButton size="compact-sm" path={path} name={name}>
      CSV
      <VisuallyHidden> {title}</VisuallyHidden>
    </DownloadButton>
  );
}
