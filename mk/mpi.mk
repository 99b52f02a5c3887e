# superflip-mpi is built where there is an MPI compiler: `make mpi MPICC=mpicc.mpich` for another one than `mpicc`, `make MPICC=` for
# none. Each MPI has objects of its own; the last one built is installed.
MPICC   ?= mpicc
HAS_MPI := $(if $(MPICC),$(shell command -v $(MPICC) 2>/dev/null))
MPI_DIR := $(BUILD)/$(or $(notdir $(MPICC)),no-mpi)
MPI_OBJ := $(patsubst %.c,$(MPI_DIR)/%.o,$(filter src/app/mpi/%,$(SOURCES)))
MPI_CC  := OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC)

$(MPI_DIR)/%.o: %.c $(COMPILE_STAMP)
	@mkdir -p $(@D)
	$(call show,MPI,$<) $(call compile,$(MPI_CC))

$(MPI_DIR)/superflip-mpi: $(MPI_OBJ) $(filter-out %/cli/main.o,$(CLI_OBJ)) $(BUILD)/libsuperflip.a $(LINK_STAMP)
	$(call show,LD,$@) $(call link,$(MPI_CC)) $(LDLIBS)

$(BUILD)/superflip-mpi: $(MPI_DIR)/superflip-mpi
	@cp $< $@

-include $(MPI_OBJ:.o=.d)
