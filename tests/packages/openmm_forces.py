"""OpenMM's wheels for ROCm: forces of the HIP platform against those of the Reference platform, which is plain C++, and where 20 steps lead,
in each precision. "right" is written if they agree. Run by tests/wheels.rs."""

import openmm
from openmm import unit

EDGE = 4  # molecules of water in each direction
APART = 0.31  # nanometres
STEPS = 20


def water():
    """A box of rigid water, pulled by particle mesh Ewald, and by a force whose formula becomes a kernel."""
    system, positions = openmm.System(), []
    nonbonded = openmm.NonbondedForce()
    nonbonded.setNonbondedMethod(openmm.NonbondedForce.PME)
    nonbonded.setCutoffDistance(0.6)
    # Platforms choose different ones.
    nonbonded.setPMEParameters(5.5, 24, 24, 24)
    well = openmm.CustomExternalForce("0.5*k*(sin(x)^2+y^2*exp(-z))")
    well.addGlobalParameter("k", 3.0)
    side = EDGE * APART
    system.setDefaultPeriodicBoxVectors((side, 0, 0), (0, side, 0), (0, 0, side))
    for place in range(EDGE**3):
        first = len(positions)
        x, y, z = [APART * (place // EDGE**axis % EDGE) for axis in range(3)]
        # Not all the same way, and none like its mirror image.
        x, y, z = x + 0.01 * (place % 3), y + 0.02 * (place % 5), z + 0.01 * (place % 7)
        positions += [(x, y, z), (x + 0.09572, y, z), (x - 0.02399, y + 0.09267, z)]
        for mass, charge, sigma, depth in [(16, -0.834, 0.31507, 0.635968), (1, 0.417, 1, 0), (1, 0.417, 1, 0)]:
            well.addParticle(system.addParticle(mass))
            nonbonded.addParticle(charge, sigma, depth)
        for one, other, length in [(0, 1, 0.09572), (0, 2, 0.09572), (1, 2, 0.15139)]:
            system.addConstraint(first + one, first + other, length)
            nonbonded.addException(first + one, first + other, 0, 1, 0)
    system.addForce(nonbonded)
    system.addForce(well)
    return system, positions


def computed(platform, **properties):
    """Forces at the start, and positions after some steps of 1 fs."""
    system, positions = water()
    integrator = openmm.VerletIntegrator(0.001)
    context = openmm.Context(system, integrator, openmm.Platform.getPlatformByName(platform), properties)
    context.setPositions(positions)
    forces = context.getState(getForces=True).getForces(asNumpy=True)._value
    integrator.step(STEPS)
    return forces, context.getState(getPositions=True).getPositions(asNumpy=True).value_in_unit(unit.nanometer)


def length(vectors):
    return (vectors**2).sum(axis=1) ** 0.5


there, there_later = computed("Reference")
travelled = length(there_later - water()[1]).max()
right = travelled > 0.001
for precision, bound in [("single", 1e-5), ("mixed", 1e-5), ("double", 1e-6)]:
    forces, later = computed("HIP", Precision=precision)
    # The median, as OpenMM's own testInstallation has it: where forces cancel, the error is as large as the rest.
    error = sorted(length(forces - there) / length(there))[len(there) // 2]
    apart = length(later - there_later).max()
    print(f"{precision}: forces {error:.2g}, positions {apart:.2g} nm of {travelled:.2g}")
    right = right and error < bound and apart < 1e-5
print("right" if right else "wrong")
