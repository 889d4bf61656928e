import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ImportPreview, importErrors } from '@voltloop/contract/calls/imports.ts';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../download/download-file.ts';

/** Which rows of a preview are listed. */
export type Choice = 'all' | 'wrong' | 'doubtful';

interface PreviewChoiceProps {
  preview: ImportPreview;
  tenantId: string;
  language: 'en' | 'zh';
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Lists all rows or only those with errors or warnings, and downloads the errors. */
export function PreviewChoice({ preview, tenantId, language, choice, onChange }: PreviewChoiceProps) {
  const { t } = useTranslation('import');
  const { id, wrong, doubtful } = preview;
  return (
    <Group gap="md" mb="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('show')}
        value={choice}
        onChange={(value) => onChange(value as Choice)}
        data={[
          { value: 'all', label: t('showAll') },
          { value: 'wrong', label: t('onlyWrong'), disabled: wrong === 0 },
          { value: 'doubtful', label: t('onlyDoubtful'), disabled: doubtful === 0 },
        ]}
      />
      {wrong > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={15} />}
          onClick={() => void downloadFile(importErrors, { params: { tenantId, id }, query: { language } })}
        >
          {t('errors')}
        </Button>
      )}
    </Group>
  );
}
