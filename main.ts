import { Plugin } from 'obsidian';
export default class VaultMcpPlugin extends Plugin {}
