import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../context/use-account.ts';
import { CostCard } from './cost-card.tsx';
import { ownSites } from './queries.ts';

/** Costs and savings of an account with one site; renders nothing for others. */
export function OwnCosts() {
  const { tenantId } = useAccount();
  const { data } = useQuery(ownSites(tenantId));
  const [site] = data?.total === 1 ? data.list : [];
  return site ? <CostCard site={site} brief /> : null;
}
