/**
 * The table of o200k_base, packed. The build evaluates this module and puts the text in its place (evaluated.mjs): as a module of 200,000 texts it takes
 * 0.2 s and 70 MB to load. From source it is packed when it is loaded.
 */
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { packRanks } from './packRanks';

export const o200kRanks: string = packRanks(ranks);
