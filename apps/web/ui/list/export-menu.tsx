import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ExportMenuProps {
  /** Fetches and saves the file, and reports its own errors. */
  onExport: (format: 'csv' | 'xlsx') => Promise<unknown>;
  disabled?: boolean;
  /** Instead of 'Export'. */
  label?: string;
  /** What the file contains; by default the text for a list. */
  hint?: string;
}

/** The button that exports the list as csv or xlsx. */
export function ExportMenu({ onExport, disabled, label, hint }: ExportMenuProps) {
  const { t } = useTranslation('list');
  const [busy, setBusy] = useState(false);
  const run = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      await onExport(format);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={busy}
          disabled={disabled}
          leftSection={<IconDownload size={15} stroke={1.8} />}
        >
          {label ?? t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{hint ?? t('export.hint')}</Menu.Label>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void run('xlsx')}>
          {t('export.xlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => void run('csv')}>
          {t('export.csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
