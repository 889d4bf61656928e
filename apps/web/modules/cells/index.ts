export { ProposalPanel } from './proposal-panel.tsx';
