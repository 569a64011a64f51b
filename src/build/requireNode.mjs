// Ends the script with a plain sentence on a Node that is too old for what it imports. To be imported before anything else.
const needed = { major: 20, minor: 19 };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  console.error(`Rolecall needs Node ${needed.major}.${needed.minor} or newer, and this is ${process.versions.node}. Get one from https://nodejs.org, then run this again.`);
  process.exit(1);
}
