import { useQueryClient } from '@tanstack/react-query';
import { type ReportProblem, submitReports } from '@voltloop/contract/calls/reporting.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { notifyError } from '../../parts/notify-error.ts';
import { toast } from '../../parts/toast.ts';
import { REPORTS } from './queries.ts';

export interface RefusedReport {
  id: string;
  problems: ReportProblem[];
}

/** Submits records; incomplete ones are returned with what is missing. */
export function useSubmit() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RefusedReport[]>([]);
  const submit = async (ids: readonly string[]) => {
    setBusy(true);
    try {
      const reply = await call(submitReports, { body: { ids: [...ids] } });
      if (reply.submitted > 0)
        toast.success({ ns: 'reporting', key: 'submit.done', values: { count: String(reply.submitted) } });
      setRefused(reply.refused);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: REPORTS });
    }
  };
  return { submit, busy, refused, forget: () => setRefused([]) };
}
