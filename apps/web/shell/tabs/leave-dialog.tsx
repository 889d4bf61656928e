import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '../../ui/index.ts';
import { unsavedOn, useLeaveQuestion } from './leave-question.ts';
import { addressOf } from './tab-list.ts';
import { pageKeyOf, useTabs } from './tabs-store.ts';

/** "Save and leave / Discard / Stay", before a form with unsaved changes closes. */
export function LeaveDialog() {
  const { t } = useTranslation('tabs');
  const question = useLeaveQuestion((state) => state.question);
  const [saving, setSaving] = useState(false);
  const navigate = useNavigate();
  const savable = question !== null && unsavedOn(question.pages).every((form) => form.save);
  const stay = () => question?.answer(false);

  const save = async () => {
    if (!question) return;
    setSaving(true);
    try {
      for (const form of unsavedOn(question.pages)) {
        if (await form.save?.().catch(() => false)) continue;
        // Errors are shown beside their field: go to its page.
        question.answer(false);
        const { tabs, versions } = useTabs.getState();
        const tab = tabs.find((each) => pageKeyOf(each.path, versions) === form.page);
        if (tab) void navigate(addressOf(tab));
        return;
      }
      question.answer(true);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Dialog
      opened={question !== null}
      onClose={stay}
      title={t('leave.title')}
      closable={!saving}
      guarded={false}
      size="sm"
    >
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={saving} onClick={stay}>
          {t('leave.stay')}
        </Button>
        <Button variant="default" disabled={saving} onClick={() => question?.answer(true)}>
          {t('leave.discard')}
        </Button>
        {savable && (
          <Button loading={saving} onClick={() => void save()} data-autofocus>
            {t('leave.save')}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
