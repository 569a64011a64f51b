// Stands in for the native module of the same name: no machine is told apart.
exports.getDeviceId = async () => '00000000-0000-4000-8000-000000000000';
