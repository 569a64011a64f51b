/** Style sheets are gathered by the bundler; to TypeScript they are nothing. */
declare module '*.css';
