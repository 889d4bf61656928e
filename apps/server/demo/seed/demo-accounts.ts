import type { AccountKind } from '@voltloop/contract';

/** The demo's people: their kinds, their place in the tree, and the regions of the installers. */

export const demoPassword = 'Volt-demo-2026';
export const demoTenant = 'Voltloop Demo';
/** User name of the account above all others. */
export const demoMain = 'demo_main';

/** One account per kind for signing in; all have {@link demoPassword}. */
export const demoAccounts = [
  { userName: 'demo_main', what: 'main account: the whole tenant' },
  { userName: 'demo_factory', what: 'factory: registers things' },
  { userName: 'demo_agent1', what: 'agent I: Australia and New Zealand' },
  { userName: 'demo_agent2', what: 'agent II: Queensland and New South Wales' },
  { userName: 'demo_company', what: 'installation company' },
  { userName: 'demo_installer', what: 'installer' },
  { userName: 'demo_enduser', what: 'end user: the homes bound to it' },
  { userName: 'demo_staff', what: 'back office: all of it' },
] as const;

export interface DemoAccount {
  userName: string;
  kind: AccountKind;
  /** User name of the account above; null for the main account. */
  parent: string | null;
  name: string;
  country?: string;
  city?: string;
  /** Installers: their time zones, and their share of the work there. */
  zones?: readonly string[];
  share?: number;
}

/** Writes the family name first where that is the custom. */
export const fullName = (country: string | undefined, first: string, last: string): string =>
  country === 'CN' ? `${last}${first}` : `${first} ${last}`;

const account = (
  kind: AccountKind,
  userName: string,
  parent: string | null,
  name: string,
  more: Partial<DemoAccount> = {},
): DemoAccount => ({ kind, userName, parent, name, ...more });

const installer = (
  userName: string,
  parent: string,
  name: string,
  country: string,
  zones: readonly string[],
  share = 1,
) => account('installer', userName, parent, name, { country, zones, share });

const auEast = ['Australia/Brisbane', 'Australia/Sydney'];
const auSouth = ['Australia/Melbourne', 'Australia/Adelaide', 'Australia/Darwin'];
const dach = ['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich'];
const southEurope = ['Europe/Madrid', 'Europe/Rome', 'Europe/Paris', 'Europe/Lisbon'];
const usWest = ['America/Los_Angeles', 'America/Denver', 'America/Phoenix'];

/** Every account except the end users, parents before children. End users are created for their things. */
export const demoTree: readonly DemoAccount[] = [
  account('main', demoMain, null, 'Voltloop Demo Energy', { country: 'AU' }),
  account('staff', 'demo_staff', 'demo_main', '林晓', { country: 'CN' }),

  account('factory', 'demo_factory', 'demo_main', 'Bluegum Battery Works', { country: 'AU' }),
  account('factory', 'factory_nova', 'demo_main', 'Nova Cell Systems', { country: 'US' }),

  account('agent1', 'demo_agent1', 'demo_factory', 'Southern Cross Storage', { country: 'AU' }),
  account('agent1', 'agent_europe', 'demo_factory', 'Rhein Energiespeicher', { country: 'DE' }),
  account('agent1', 'agent_africa', 'demo_factory', 'Highveld Power', { country: 'ZA' }),
  account('agent1', 'agent_america', 'factory_nova', 'Sierra Home Energy', { country: 'US' }),
  account('agent1', 'agent_asia', 'factory_nova', 'Akari Storage', { country: 'JP' }),

  account('agent2', 'demo_agent2', 'demo_agent1', 'Coral Coast Solar', { country: 'AU' }),
  account('agent2', 'agent_south_au', 'demo_agent1', 'Murray Solar Supply', { country: 'AU' }),
  account('agent2', 'agent_dach', 'agent_europe', 'Alpenstrom Vertrieb', { country: 'DE' }),
  account('agent2', 'agent_uk', 'agent_europe', 'Midlands Renewables', { country: 'GB' }),
  account('agent2', 'agent_za', 'agent_africa', 'Protea Solar', { country: 'ZA' }),
  account('agent2', 'agent_us', 'agent_america', 'Golden State Storage', { country: 'US' }),
  account('agent2', 'agent_east', 'agent_asia', 'Fuji Solar Trading', { country: 'JP' }),

  account('company', 'demo_company', 'demo_agent2', 'Harbour Electrical', { country: 'AU' }),
  account('company', 'company_range', 'demo_agent2', 'Great Divide Solar', { country: 'AU' }),
  account('company', 'company_murray', 'agent_south_au', 'Goldfields Electrical', { country: 'AU' }),
  account('company', 'company_swan', 'agent_south_au', 'Swan Valley Solar', { country: 'AU' }),
  account('company', 'company_main', 'agent_dach', 'Mainfranken Solarbau', { country: 'DE' }),
  account('company', 'company_donau', 'agent_dach', 'Donau Elektrotechnik', { country: 'DE' }),
  account('company', 'company_avon', 'agent_uk', 'Avon Home Power', { country: 'GB' }),
  account('company', 'company_ebro', 'agent_europe', 'Ebro Instalaciones', { country: 'ES' }),
  account('company', 'company_karoo', 'agent_za', 'Karoo Sun Installers', { country: 'ZA' }),
  account('company', 'company_valley', 'agent_us', 'Central Valley Electric', { country: 'US' }),
  account('company', 'company_kiso', 'agent_east', 'Kiso Electric', { country: 'JP' }),
  account('company', 'company_huai', 'agent_east', '淮河新能源', { country: 'CN' }),

  installer('demo_installer', 'demo_company', 'Tom Fraser', 'AU', auEast, 3),
  account('enduser', 'demo_enduser', 'demo_installer', 'Charlotte Hale', { country: 'AU' }),
  installer('inst_harbour2', 'demo_company', 'Priya Nair', 'AU', auEast, 2),
  installer('inst_range1', 'company_range', 'Lachlan Reid', 'AU', auEast, 2),
  installer('inst_range2', 'company_range', 'Mia Thornton', 'AU', auEast, 1),
  installer('inst_gold1', 'company_murray', 'Callum Boyd', 'AU', auSouth, 2),
  installer('inst_gold2', 'company_murray', 'Zoe Papas', 'AU', auSouth, 1),
  installer('inst_swan1', 'company_swan', 'Nathan Cole', 'AU', ['Australia/Perth', 'Pacific/Auckland']),
  installer('inst_main1', 'company_main', 'Jonas Keller', 'DE', dach, 2),
  installer('inst_main2', 'company_main', 'Lena Vogt', 'DE', dach, 1),
  installer('inst_donau1', 'company_donau', 'Stefan Huber', 'DE', dach, 2),
  installer('inst_avon1', 'company_avon', 'Harry Webb', 'GB', ['Europe/London', 'Europe/Dublin']),
  installer('inst_avon2', 'company_avon', 'Chloe Marsh', 'GB', ['Europe/London', 'Europe/Dublin']),
  installer('inst_ebro1', 'company_ebro', 'Marta Gil', 'ES', southEurope),
  installer('inst_karoo1', 'company_karoo', 'Sipho Dlamini', 'ZA', ['Africa/Johannesburg'], 2),
  installer('inst_karoo2', 'company_karoo', 'Anke Botha', 'ZA', ['Africa/Johannesburg'], 1),
  installer('inst_valley1', 'company_valley', 'Diego Ramos', 'US', usWest, 2),
  installer('inst_valley2', 'company_valley', 'Kate Olsen', 'US', usWest, 1),
  installer('inst_huai1', 'company_huai', '李明', 'CN', ['Asia/Shanghai'], 2),
  installer('inst_huai2', 'company_huai', '王芳', 'CN', ['Asia/Shanghai'], 1),
  // Fallbacks: the Americas beyond the west, and Asia.
  installer('inst_plains1', 'company_valley', 'Wade Turner', 'US', ['America/']),
  installer('inst_kiso1', 'company_kiso', 'Haruto Mori', 'JP', ['Asia/'], 2),
  installer('inst_kiso2', 'company_kiso', 'Yui Tanaka', 'JP', ['Asia/'], 1),
];

/** Names of home owners by country, all made up. */
export const ownerNames: Record<string, { first: readonly string[]; last: readonly string[] }> = {
  AU: {
    first: ['Olivia', 'Jack', 'Ruby', 'Noah', 'Isla', 'Cooper', 'Matilda', 'Hugo', 'Evie', 'Angus'],
    last: ['Walsh', 'Bennett', 'Doyle', 'Nguyen', 'Kerr', 'Fitzgerald', 'Lawson', 'Hume', 'Sutton', 'Pratt'],
  },
  DE: {
    first: ['Anna', 'Lukas', 'Greta', 'Felix', 'Marie', 'Paul', 'Clara', 'Moritz'],
    last: ['Schmitt', 'Brandt', 'Winkler', 'Lorenz', 'Kraus', 'Seidel', 'Pohl', 'Ritter'],
  },
  GB: {
    first: ['Amelia', 'George', 'Poppy', 'Arthur', 'Freya', 'Oscar'],
    last: ['Hughes', 'Barker', 'Lowe', 'Nicholls', 'Pearce', 'Holt'],
  },
  ZA: {
    first: ['Thandi', 'Pieter', 'Lerato', 'Johan', 'Naledi', 'Kagiso'],
    last: ['Mokoena', 'van Wyk', 'Naidoo', 'Khumalo', 'Steyn', 'Adams'],
  },
  JP: {
    first: ['Aoi', 'Ren', 'Sakura', 'Sota', 'Hina', 'Kaito'],
    last: ['Sato', 'Kobayashi', 'Ito', 'Yamada', 'Inoue', 'Hayashi'],
  },
  CN: {
    first: ['伟', '敏', '静', '浩', '兰', '涛'],
    last: ['陈', '刘', '赵', '黄', '周', '徐'],
  },
  IN: {
    first: ['Asha', 'Rohan', 'Meera', 'Vikram', 'Kavya', 'Arjun'],
    last: ['Kulkarni', 'Deshpande', 'Joshi', 'Patil', 'Rao', 'Mehta'],
  },
  ES: {
    first: ['Lucía', 'Mateo', 'Carmen', 'Hugo', 'Nuria', 'Pablo'],
    last: ['Navarro', 'Serrano', 'Vidal', 'Ortega', 'Campos', 'Rubio'],
  },
  IT: {
    first: ['Giulia', 'Marco', 'Chiara', 'Luca', 'Elisa', 'Paolo'],
    last: ['Ricci', 'Greco', 'Conti', 'Galli', 'Ferrara', 'Villa'],
  },
  BR: {
    first: ['Ana', 'Rafael', 'Beatriz', 'Thiago', 'Larissa', 'Bruno'],
    last: ['Almeida', 'Carvalho', 'Ribeiro', 'Teixeira', 'Barros', 'Moura'],
  },
  US: {
    first: ['Emma', 'Liam', 'Sofia', 'Mason', 'Grace', 'Wyatt', 'Elena', 'Caleb'],
    last: ['Parker', 'Morales', 'Hayes', 'Jenkins', 'Ortiz', 'Foster', 'Griffin', 'Lane'],
  },
};
